import * as z from 'zod';
import { unregisterWebhook } from '../../../../service/endpoints/webhooks.ts';
import { NewWebhook, WebhookAnswer } from '../../../../service/webhook-registration.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildPlannedViews } from '../../../framework/command/writes.ts';
import { defineFlag, defineSwitch, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import {
  CHANGE_COLUMNS,
  ChangedSeveral,
  type ChangeResult,
  changeSeveral,
} from '../../../framework/many/change-several.ts';
import { getOnlyId } from '../../../framework/many/read-ids.ts';
import { refuseRawOfSeveral } from '../../../framework/output/printing/show-result.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { buildCells, type Column } from '../../../framework/output/view.ts';
import {
  findWebhookUrl,
  isPrimary,
  type RegisteredWebhook,
  readOwnWebhooks,
  refuseWebhook,
} from '../../webhooks/own-webhooks.ts';

const NOTHING = 'none';

export default defineCommand({
  summary: 'Remove the webhooks of actions',
  description: `
Succeeds if there is none. A User Profile then uses the webhook of the Primary Profile, if it has one.

With several actions, one that fails does not stop the others: the JSON document has "results" with the result of each.`,
  before: ['hooks register automations https://hooks.example.com/crier --sandbox'],
  examples: [
    'hooks unregister automations',
    'hooks unregister automations --profile harbour --json',
    'hooks unregister automations messages',
    'hooks unregister automations --dry-run',
  ],
  validationCode: 101,
  positional: ['action'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    action: defineFlag(
      z
        .array(NewWebhook.shape.action)
        .min(1)
        .describe('actions to stop receiving events of, such as automations'),
      { offers: 'webhook action' },
    ),
    anyAction: defineSwitch('also accept actions that crier does not know'),
  }),
  output: z.union([WebhookAnswer, ChangedSeveral]),
  records: 'results',
  async run({ action: given, anyAction, dryRun }, { service, io }) {
    const actions = [...new Set(given)];
    refuseRawOfSeveral(actions.length, io.printing);
    for (const each of actions) refuseWebhook({ action: each }, { anyAction });
    const client = await service.client({ writes: !dryRun, sends: { row: unregisterWebhook } });
    const toInput = (each: string) => ({ body: { action: each } });
    if (dryRun)
      return {
        view: buildPlannedViews(actions.map((each) => client.plan(unregisterWebhook, toInput(each)))),
      };
    const webhooks = await readOwnWebhooks(client);
    const isNone = (each: string) => webhooks !== null && findWebhookUrl(each, webhooks) === null;
    const action = getOnlyId(actions, undefined);
    if (action === null) {
      const apply = async (each: string) => {
        await client.call(unregisterWebhook, toInput(each));
        return isNone(each) ? { status: NOTHING } : {};
      };
      const columns = buildColumns(webhooks);
      return changeSeveral({ ids: actions, columns, done: 'removed', shownBy: crier`hooks list`, apply, io });
    }
    const before = findWebhookUrl(action, webhooks);
    const answer = await client.call(unregisterWebhook, toInput(action));
    const wasNone = isNone(action);
    const { choice } = await service.choose();
    return {
      view: {
        kind: 'record',
        document: answer.body,
        cells: buildCells(buildColumns(webhooks), {
          id: action,
          status: wasNone ? NOTHING : 'removed',
          error: null,
        }),
        lines: [
          { name: 'action', title: wasNone ? 'action' : 'removed', value: answer.body.action ?? action },
          { name: 'url', title: 'address', value: before },
        ],
      },
      raw: answer.bytes,
      notes: [
        wasNone
          ? `the profile has no webhook for ${action}: nothing changed`
          : isPrimary(choice)
            ? `events of ${action} are no longer delivered, except to User Profiles with a webhook of their own`
            : `events of ${action} now go to the webhook of the Primary Profile, if it has one`,
      ],
    };
  },
});

/** Columns of removed webhooks. @param webhooks those before; null if they could not be read */
function buildColumns(webhooks: readonly RegisteredWebhook[] | null): readonly Column<ChangeResult>[] {
  const [, ...others] = CHANGE_COLUMNS;
  return [
    { name: 'action', title: 'action', value: ({ id }) => id, drop: 0 },
    { name: 'url', title: 'address', value: ({ id }) => findWebhookUrl(id, webhooks), flexible: true },
    ...others,
  ];
}
