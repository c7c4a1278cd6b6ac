import * as z from 'zod';
import { listPrivateAddresses } from '../../../../domain/addresses/private-addresses.ts';
import type { PrivateAllowlist } from '../../../../domain/addresses/public-url.ts';
import { addAdvice, CrierError, createUsageError } from '../../../../errors.ts';
import { registerWebhook } from '../../../../service/endpoints/webhooks.ts';
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '../../../../service/webhook-events.ts';
import { NewWebhook, WebhookAnswer } from '../../../../service/webhook-registration.ts';
import { WEBHOOK_ACTIONS } from '../../../../service/webhooks.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { isSandbox } from '../../../framework/command/sandbox/sandbox-control.ts';
import { buildPlannedViews } from '../../../framework/command/writes.ts';
import {
  defineFlag,
  defineSwitch,
  defineTextFlag,
  REMOTE,
  WRITE,
} from '../../../framework/input/flags/flags.ts';
import { addAllowPrivateAdvice } from '../../webhooks/blocked-deliveries.ts';
import { findWebhookUrl, readOwnWebhooks, refuseWebhook } from '../../webhooks/own-webhooks.ts';
import { ALLOW_PRIVATE, addTypedUrl } from '../../webhooks/private-addresses.ts';
import { readWebhookSecret, type WebhookSecret } from '../../webhooks/signing-secrets.ts';
import { SentAttempt, sendAttempt } from '../send-attempt.ts';
import {
  findSendFailure,
  listPlannedRequests,
  planSend,
  refuseUnanswered,
  type SendPlan,
} from '../send-plan.ts';

/** The test delivery that a receiver accepted before it was registered. */
const ProbeRecord = SentAttempt.pick({ status: true, ms: true, deliveryId: true }).extend({
  hookId: z.string(),
  isSigned: z.boolean(),
});
type ProbeRecord = z.infer<typeof ProbeRecord>;

/** @throws CrierError of kind usage for an action whose events crier does not know, and for an invalid URL */
function planProbe(
  { action, url, secret }: { action: string; url: string; secret: WebhookSecret | null },
  io: IoPort,
): SendPlan {
  const type = WEBHOOK_EVENT_NAMES.find((name) => WEBHOOK_EVENTS[name].action === action);
  if (type === undefined)
    throw createUsageError(
      `--probe cannot send an event of "${action}": its events are not known`,
      'register it without --probe',
    );
  const options = { url, type, set: [], duplicate: 1, attempt: 0 };
  const flaws = { tamper: false, stale: false, unsigned: false };
  return planSend({ ...options, ...flaws }, { secrets: secret === null ? [] : [secret], now: io.now });
}

/**
 * Sends the test delivery of a plan, and requires that it is answered as the service needs it: with HTTP 200.
 *
 * @throws CrierError `differs` for another answer, and for none; `usage` for an address that must not be reached
 * @see docs/service/webhooks.md#HOOK-04, #HOOK-22
 * @see docs/service/readings.md#U-05
 */
async function sendProbe(
  { delivery: { url, hookId, signing }, sendings, request }: SendPlan,
  allowPrivate: PrivateAllowlist,
  io: IoPort,
): Promise<ProbeRecord> {
  const outbound = await io.outbound(addTypedUrl(url, allowPrivate));
  const way = { url, outbound, expected: 'taken', signal: io.signal } as const;
  io.progress(`waiting for ${new URL(url).host}`);
  const attempts: SentAttempt[] = [];
  for (const each of sendings) attempts.push((await sendAttempt(each, request(each), way)).sent);
  io.progress(null);
  io.signal.throwIfAborted();
  const result = { url, attempts, flaws: [] };
  try {
    refuseUnanswered(result, outbound.allowed);
  } catch (error) {
    throw error instanceof CrierError && error.kind === 'unavailable' ? refuseToRegister(error) : error;
  }
  const failure = findSendFailure(result);
  if (failure !== null) throw refuseToRegister(failure);
  const [sent] = attempts;
  if (sent === undefined) throw new Error('a plan without a delivery');
  return {
    status: sent.status,
    ms: sent.ms,
    deliveryId: sent.deliveryId,
    hookId,
    isSigned: signing.kind === 'secret',
  };
}

function refuseToRegister({ message, facts }: CrierError): CrierError {
  const failure = new CrierError('differs', `not registered: ${message}`, { ...facts, http: null });
  return addAdvice(failure, 'to register it without a test delivery, leave out --probe');
}

export default defineCommand({
  summary: 'Register or replace the webhook of an action',
  description: `
Each action of a profile has one webhook URL; registering another replaces it. A User Profile without its own webhook
uses that of the Primary Profile. The secret signs deliveries. It belongs to the profile, so a new secret applies to all
of the profile's webhooks. It is read from --secret-file, CRIER_WEBHOOK_SECRET or the context ("crier config set
webhook-secret"), in this order; without one, the profile keeps its secret.

The URL must be public and use https. Only a sandbox started with --allow-private accepts a receiver on this machine, or
one that uses http: "crier sandbox start --allow-private 127.0.0.1:8080".

--probe first sends a test delivery to the URL from this machine, as "crier hooks send" does: a made-up event of the action,
signed with the secret that is registered. Unless it is answered with 200, nothing is registered, and the exit code is 11.

Actions: ${Object.keys(WEBHOOK_ACTIONS).join(', ')}.`,
  examples: [
    'hooks register automations https://hooks.example.com/crier',
    'hooks register messages https://hooks.example.com/crier --json',
    'hooks register automations https://hooks.example.com/crier --dry-run',
    'hooks register automations https://hooks.example.com/crier --probe --dry-run',
  ],
  validationCode: 101,
  positional: ['action', 'url'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    action: defineFlag(NewWebhook.shape.action.describe('action to receive events of, such as automations'), {
      offers: 'webhook action',
    }),
    url: NewWebhook.shape.url.describe('public https URL of the receiver; redirects are not followed'),
    secretFile: defineTextFlag('read the signing secret from this file (`-` for standard input)', {
      placeholder: 'file',
    }),
    anyAction: defineSwitch('also accept actions that crier does not know'),
    probe: defineSwitch('register it only if it answers a test delivery with 200'),
    allowPrivate: ALLOW_PRIVATE,
  }),
  output: WebhookAnswer.extend({
    probe: ProbeRecord.optional().describe('with --probe: the test delivery that it accepted'),
  }),
  async run({ action, url, secretFile, anyAction, probe: isProbing, allowPrivate, dryRun }, context) {
    const { service, io } = context;
    if (allowPrivate.length > 0 && !isProbing)
      throw createUsageError(
        '--allow-private needs --probe: nothing else is sent from here',
        'to let the sandbox reach the receiver, start it with "crier sandbox start --allow-private <host:port>"',
      );
    const isOwn = listPrivateAddresses([url]).length > 0 && isSandbox((await service.choose()).choice);
    refuseWebhook({ action, url }, { anyAction, isSandbox: isOwn });
    const found = await readWebhookSecret(secretFile, context);
    const body = { action, url, ...(found !== null && { secret: found.secret }) };
    // noted before it is sent, because it changes the signatures of other webhooks too
    if (found !== null) await io.note(formatSecretNote(found));
    const planned = isProbing ? planProbe({ action, url, secret: found }, io) : null;
    const client = await service.client({ writes: !dryRun, sends: { row: registerWebhook } });
    if (dryRun) {
      const probing = planned === null ? [] : listPlannedRequests(planned);
      return {
        view: buildPlannedViews([
          ...probing.map(({ bytes: _bytes, ...shown }) => shown),
          client.plan(registerWebhook, { body }),
        ]),
      };
    }
    const probe = planned === null ? null : await sendProbe(planned, allowPrivate, io);
    const before = findWebhookUrl(action, await readOwnWebhooks(client));
    const register = () => client.call(registerWebhook, { body });
    const answer = await addAllowPrivateAdvice([url], context, register);
    const { refId } = answer.body;
    const { profile } = (await service.choose()).choice;
    return {
      view: {
        kind: 'record',
        document: { ...answer.body, ...(probe !== null && { probe }) },
        lines: [
          { name: 'action', title: 'action', value: answer.body.action ?? action },
          { name: 'url', title: 'address', value: answer.body.url ?? url },
          { name: 'refId', title: 'profile', value: refId ?? null, shown: profile ?? 'Primary Profile' },
        ],
      },
      raw: answer.bytes,
      notes: [
        ...(probe === null
          ? []
          : [`the receiver answered the test delivery with ${probe.status} in ${probe.ms} ms`]),
        ...(before === null || before === url ? [] : [`it replaces ${before}`]),
        ...(found === null ? [NOT_SIGNED] : []),
      ],
    };
  },
});

function formatSecretNote({ from }: WebhookSecret): string {
  return `using the secret from ${from}: it will sign the deliveries of all webhooks of the profile, not only of this one`;
}

const NOT_SIGNED =
  'no secret given: deliveries are signed only if the profile already has one; set one with --secret-file';
