import * as z from 'zod';
import { unregisterWebhook } from '../../../facts/endpoints/webhooks.ts';
import { NewWebhook, WebhookAnswer } from '../../../facts/webhooks.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag, REMOTE, WRITE } from '../../flags.ts';
import { isPrimary } from '../../hooks/is-primary.ts';
import { findWebhookUrl, readOwnWebhooks } from '../../hooks/read-own-webhooks.ts';
import { refuseWebhook } from '../../hooks/refuse-webhook.ts';
import { buildPlannedView } from '../../planned-view.ts';

export default defineCommand({
  summary: 'Take the webhook of an action away',
  description: `
It is no fault when there is none. A User Profile then uses that of the Primary Profile, if there is one.`,
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
      NewWebhook.shape.action.describe('what not to be told of any more, such as automations'),
      {
        offers: 'webhook action',
      },
    ),
    anyAction: z.boolean().default(false).describe('send an action also when crier does not know it'),
  }),
  output: WebhookAnswer,
  async run({ action, anyAction, dryRun }, { choose, client }) {
    refuseWebhook({ action }, { anyAction });
    const service = await client({ writes: !dryRun });
    const body = { action };
    if (dryRun) return { view: buildPlannedView(service.plan(unregisterWebhook, { body })) };
    const webhooks = await readOwnWebhooks(service);
    const before = findWebhookUrl(action, webhooks);
    const answer = await service.call(unregisterWebhook, { body });
    const wasNone = webhooks !== null && before === null;
    const { choice } = await choose();
    return {
      view: {
        kind: 'record',
        document: answer.body,
        lines: [
          { name: 'action', title: wasNone ? 'action' : 'taken away', value: answer.body.action ?? action },
          { name: 'url', title: 'address', value: before },
        ],
      },
      raw: answer.bytes,
      notes: [
        ...(wasNone ? [`the profile had no webhook for ${action}: nothing has changed`] : []),
        isPrimary(choice) ? formatNoRecipientNote(action) : formatPrimaryNote(action),
      ],
    };
  },
});

function formatNoRecipientNote(action: string): string {
  return `nobody is told of ${action} any more, unless a User Profile has a webhook of its own`;
}

function formatPrimaryNote(action: string): string {
  return `deliveries of ${action} go to the webhook of the Primary Profile now, if it has one`;
}
