import * as z from 'zod';
import { listWebhooks } from '../../../../service/endpoints/webhooks.ts';
import { Timestamp } from '../../../../service/times.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import { isPrimary, listRegisteredWebhooks, type RegisteredWebhook } from '../../webhooks/own-webhooks.ts';

export default defineRead({
  summary: "List the profile's own webhooks",
  description: `
A User Profile without a webhook for an action uses the webhook of the Primary Profile, which is not listed here. The
service never returns secrets.`,
  examples: ['hooks list', 'hooks list --profile harbour', 'hooks list --json'],
  input: z.object({}),
  output: z.object({
    webhooks: z.array(z.strictObject({ action: z.string(), url: z.string() })),
    updated: Timestamp.describe('when the last one changed'),
  }),
  records: 'webhooks',
  call: listWebhooks,
  async show(answer, _input, { service }) {
    const webhooks = listRegisteredWebhooks(answer);
    const isOfPrimary = isPrimary((await service.choose()).choice);
    return {
      view: {
        kind: 'list',
        document: { webhooks, updated: answer.updated ?? null },
        key: 'webhooks',
        rows: webhooks,
        columns: WEBHOOK_COLUMNS,
        empty: isOfPrimary
          ? 'no webhooks: add one with "crier hooks register automations <url>"'
          : 'no webhooks of its own: add one with "crier hooks register automations <url>"',
      },
      notes: isOfPrimary ? [] : [OF_PRIMARY],
    };
  },
});

const OF_PRIMARY = 'actions that are not listed use the webhook of the Primary Profile, if it has one';

const WEBHOOK_COLUMNS: readonly Column<RegisteredWebhook>[] = [
  { ...pickMember('action', 'action'), role: 'name', drop: 0 },
  { ...pickMember('url', 'address'), role: 'id', drop: 0 },
];
