import * as z from 'zod';
import { unregisterWebhook } from '../../../service/endpoints/webhooks.ts';
import { NewWebhook, WebhookAnswer } from '../../../service/webhooks.ts';
import { buildPlannedView } from '../../context/writes.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE, WRITE } from '../../shell/flags/flags.ts';
import { findWebhookUrl, isPrimary, readOwnWebhooks, refuseWebhook } from '../own-webhooks.ts';

export default defineCommand({
  summary: 'Remove the webhook of an action',
  description: `
Succeeds if there is none. A User Profile then uses the webhook of the Primary Profile, if it has one.`,
  before: ['hooks register automations https://hooks.example.com/crier --sandbox'],
  examples: [
    'hooks unregister automations',
    'hooks unregister automations --profile harbour --json',
    'hooks unregister automations --dry-run',
  ],
  validationCode: 101,
  positional: ['action'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    action: defineFlag(
      NewWebhook.shape.action.describe('action to stop receiving events of, such as automations'),
      { offers: 'webhook action' },
    ),
    anyAction: z.boolean().default(false).describe('also accept actions that crier does not know'),
  }),
  output: WebhookAnswer,
  async run({ action, anyAction, dryRun }, { service }) {
    refuseWebhook({ action }, { anyAction });
    const client = await service.client({ writes: !dryRun });
    const body = { action };
    if (dryRun) return { view: buildPlannedView(client.plan(unregisterWebhook, { body })) };
    const webhooks = await readOwnWebhooks(client);
    const before = findWebhookUrl(action, webhooks);
    const answer = await client.call(unregisterWebhook, { body });
    const wasNone = webhooks !== null && before === null;
    const { choice } = await service.choose();
    return {
      view: {
        kind: 'record',
        document: answer.body,
        lines: [
          { name: 'action', title: wasNone ? 'action' : 'removed', value: answer.body.action ?? action },
          { name: 'url', title: 'address', value: before },
        ],
      },
      raw: answer.bytes,
      notes: [
        ...(wasNone ? [`the profile has no webhook for ${action}: nothing changed`] : []),
        isPrimary(choice)
          ? `events of ${action} are no longer delivered, except to User Profiles with a webhook of their own`
          : `events of ${action} now go to the webhook of the Primary Profile, if it has one`,
      ],
    };
  },
});
