import * as z from 'zod';
import { listWebhooks } from '../../../../service/endpoints/webhooks.ts';
import { Timestamp } from '../../../../service/times.ts';
import { defineCommand, getServiceTime } from '../../../framework/command/command.ts';
import { REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import type { Column } from '../../../framework/output/view.ts';
import { isPrimary, listRegisteredWebhooks, type RegisteredWebhook } from '../../webhooks/own-webhooks.ts';

export default defineCommand({
  summary: "List the profile's own webhooks",
  description: `
A User Profile without a webhook for an action uses the webhook of the Primary Profile, which is not listed here. The
service never returns secrets.`,
  examples: ['hooks list', 'hooks list --profile harbour', 'hooks list --json'],
  flags: [REMOTE, READ_PROFILES],
  input: z.object({}),
  output: z.object({
    webhooks: z.array(z.strictObject({ action: z.string(), url: z.string() })),
    updated: Timestamp.describe('when the last one changed'),
  }),
  records: 'webhooks',
  async run(_input, { service }) {
    const answer = await (await service.client()).call(listWebhooks, {});
    const webhooks = listRegisteredWebhooks(answer.body);
    const { choice } = await service.choose();
    const isOfPrimary = isPrimary(choice);
    return {
      view: {
        kind: 'list',
        document: { webhooks, updated: answer.body.updated ?? null },
        key: 'webhooks',
        rows: webhooks,
        columns: WEBHOOK_COLUMNS,
        empty: isOfPrimary
          ? 'no webhooks: add one with "crier hooks register automations <url>"'
          : 'no webhooks of its own: add one with "crier hooks register automations <url>"',
      },
      raw: answer.bytes,
      ...getServiceTime(answer),
      notes: isOfPrimary ? [] : [OF_PRIMARY],
    };
  },
});

const OF_PRIMARY = 'actions that are not listed use the webhook of the Primary Profile, if it has one';

const WEBHOOK_COLUMNS: readonly Column<RegisteredWebhook>[] = [
  { name: 'action', title: 'action', value: ({ action }) => action, role: 'name', drop: 0 },
  { name: 'url', title: 'address', value: ({ url }) => url, role: 'id', drop: 0 },
];
