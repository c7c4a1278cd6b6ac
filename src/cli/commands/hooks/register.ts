import * as z from 'zod';
import { registerWebhook } from '../../../facts/endpoints/webhooks.ts';
import { NewWebhook, WEBHOOK_ACTIONS, WebhookAnswer } from '../../../facts/webhooks.ts';
import { addAllowPrivateAdvice } from '../../allow-private-advice.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag, REMOTE, WRITE } from '../../flags.ts';
import { findWebhookUrl, readOwnWebhooks } from '../../hooks/read-own-webhooks.ts';
import { readWebhookSecret, type WebhookSecret } from '../../hooks/read-webhook-secret.ts';
import { refuseWebhook } from '../../hooks/refuse-webhook.ts';
import { isSandbox } from '../../is-sandbox.ts';
import { buildPlannedView } from '../../planned-view.ts';
import { listPrivateAddresses } from '../../private-addresses.ts';

export default defineCommand({
  summary: 'Register the address that is told when something happens',
  description: `
There is one address for each action of a profile: another one takes its place. A User Profile without one of its own
uses that of the Primary Profile. The secret signs what is delivered. It is of the profile, not of the address: a new one
signs the deliveries of all its webhooks from then on. It is read from a file, from CRIER_WEBHOOK_SECRET or from the
context ("crier config set webhook-secret"), in this order; without any, the one that the profile has stays.

A receiver on this machine, or one that speaks http, is taken by a sandbox alone that was started for it:
"crier sandbox start --allow-private 127.0.0.1:8080".

The actions are ${Object.keys(WEBHOOK_ACTIONS).join(', ')}.`,
  examples: [
    'hooks register automations https://hooks.example.com/crier',
    'hooks register messages https://hooks.example.com/crier --json',
    'hooks register automations https://hooks.example.com/crier --dry-run',
  ],
  validationCode: 101,
  positional: ['action', 'url'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    action: defineFlag(NewWebhook.shape.action.describe('what to be told of, such as automations'), {
      offers: 'webhook action',
    }),
    url: NewWebhook.shape.url.describe('the public https address itself: redirects are not followed'),
    secretFile: defineFlag(
      z.string().optional().describe('read the signing secret from this file, `-` for standard input'),
      { placeholder: 'file' },
    ),
    anyAction: z.boolean().default(false).describe('send an action also when crier does not know it'),
  }),
  output: WebhookAnswer,
  async run({ action, url, secretFile, anyAction, dryRun }, context) {
    const isOwn = listPrivateAddresses([url]).length > 0 && isSandbox((await context.choose()).choice);
    refuseWebhook({ action, url }, { anyAction, isSandbox: isOwn });
    const found = await readWebhookSecret(secretFile, context);
    const body = { action, url, ...(found !== null && { secret: found.secret }) };
    // before it is sent: the deliveries of other webhooks change their signature with it
    if (found !== null) await context.note(formatSecretNote(found));
    const service = await context.client({ writes: !dryRun });
    if (dryRun) return { view: buildPlannedView(service.plan(registerWebhook, { body })) };
    const before = findWebhookUrl(action, await readOwnWebhooks(service));
    const register = () => service.call(registerWebhook, { body });
    const answer = await addAllowPrivateAdvice([url], context, register);
    const { refId } = answer.body;
    return {
      view: {
        kind: 'record',
        document: answer.body,
        lines: [
          { name: 'action', title: 'action', value: answer.body.action ?? action },
          { name: 'url', title: 'address', value: answer.body.url ?? url },
          { name: 'refId', title: 'profile', value: refId ?? null },
        ],
      },
      raw: answer.bytes,
      notes: [
        ...(before === null || before === url ? [] : [`it takes the place of ${before}`]),
        ...(found === null ? [NOT_SIGNED] : []),
      ],
    };
  },
});

function formatSecretNote({ from }: WebhookSecret): string {
  return `the secret is that of ${from}: it signs the deliveries of all webhooks of the profile from then on, not of this one alone`;
}

const NOT_SIGNED =
  'no secret was given: deliveries are signed only if the profile has one; --secret-file gives it one';
