import * as z from 'zod';
import { ASSUMED } from '../../../../service/assumed.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '../../../../service/webhook-events.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildPlannedViews } from '../../../framework/command/writes.ts';
import { defineFlag, defineSwitch, UNITS_IN_MS } from '../../../framework/input/flags/flags.ts';
import { mapInOrder } from '../../../framework/many/run-each.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import { refuseRawOfSeveral } from '../../../framework/output/printing/show-result.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import { ALLOW_PRIVATE, addScheme, addTypedUrl } from '../../webhooks/private-addresses.ts';
import {
  describeSecrets,
  describeSource,
  readSigningSecrets,
  SECRET_FILES,
} from '../../webhooks/signing-secrets.ts';
import { SentAttempt, sendAttempt } from '../send-attempt.ts';
import {
  findSendFailure,
  listPlannedRequests,
  listSendNotes,
  planSend,
  refuseUnanswered,
  type SendPlan,
} from '../send-plan.ts';

const MOST_DUPLICATES = 1_000;

export default defineCommand({
  summary: 'Send a signed test delivery to a receiver',
  description: `
Sends a made-up event with the envelope and sample fields of a real delivery; change fields with --set. No service is
called. The receiver has ${formatDuration(LIMITS.webhookAnswerMs)} to respond, redirects are not followed, and the result is judged as the service
would: only HTTP 200 counts as delivered. The address that you name is reached also when it is private or on this machine;
--allow-private is for a public name that leads to a private address.

A correct receiver refuses deliveries sent with --tamper, --stale or --unsigned. With --duplicate it must process the
event once and respond 200 each time. Exits 11 if the receiver does otherwise.`,
  examples: [
    'hooks send https://hooks.example.com/crier --dry-run',
    'hooks send https://hooks.example.com/crier --type messageCreated --set message="Hi there" --dry-run --json',
    'hooks send http://127.0.0.1:8080/hooks',
    'hooks send localhost:8080/hooks --duplicate 5',
  ],
  hasBytes: true,
  positional: ['url'],
  changes: true,
  flags: [],
  input: z.object({
    url: z.string().transform(addScheme).describe('URL of the receiver'),
    type: defineFlag(z.enum(WEBHOOK_EVENT_NAMES).default('automation.triggered').describe('kind of event'), {
      placeholder: 'kind',
      offers: 'webhook event',
    }),
    set: defineFlag(
      z
        .array(z.string())
        .default([])
        .describe('set a field of the body; the value gets the type of its field'),
      { placeholder: 'path=value' },
    ),
    duplicate: defineFlag(
      z
        .int()
        .min(1)
        .max(MOST_DUPLICATES)
        .default(1)
        .describe(`number of copies to send with one hookId, ${ASSUMED.maxOutgoing.ofAddress} at a time`),
      { placeholder: 'n' },
    ),
    attempt: defineFlag(z.int().min(0).default(0).describe('attempt number to send in the header'), {
      placeholder: 'n',
    }),
    tamper: defineSwitch('change the body after signing it', { conflicts: ['unsigned'] }),
    stale: defineSwitch('sign it with a timestamp that is too old'),
    unsigned: defineSwitch('send no signature, even if a secret is set'),
    secretFile: SECRET_FILES,
    allowPrivate: ALLOW_PRIVATE,
    dryRun: defineSwitch('print the delivery and send nothing'),
  }),
  output: z.object({
    url: z.string(),
    event: z.enum(WEBHOOK_EVENT_NAMES),
    action: z.string(),
    hookId: z.string().describe('the same for all copies'),
    signedWith: z.string().nullable().describe('source of the secret; null if unsigned'),
    attempts: z.array(SentAttempt),
  }),
  records: 'attempts',
  async run({ secretFile, allowPrivate, dryRun, ...asked }, context) {
    const { io } = context;
    refuseRawOfSeveral(asked.duplicate, io.printing);
    const secrets = await readSigningSecrets(secretFile, context);
    const plan = planSend(asked, { secrets, now: io.now });
    if (dryRun) return renderPlan(plan);
    const { url, type: event } = asked;
    const { flaws, delivery, sendings } = plan;
    const outbound = await io.outbound(addTypedUrl(url, allowPrivate));
    const way = {
      url,
      outbound,
      expected: flaws.length === 0 ? 'taken' : 'refused',
      signal: io.signal,
    } as const;
    io.progress(`waiting for ${new URL(url).host}`);
    const answered = await Array.fromAsync(
      mapInOrder(sendings, ASSUMED.maxOutgoing.ofAddress, (each) =>
        sendAttempt(each, plan.request(each), way),
      ),
    );
    io.progress(null);
    const attempts = answered.map(({ sent }) => sent);
    refuseUnanswered({ url, attempts, flaws }, outbound.allowed);
    const failure = findSendFailure({ url, attempts, flaws });
    const signedWith = delivery.signing.kind === 'none' ? null : describeSource(secrets);
    const { action } = WEBHOOK_EVENTS[event];
    const raw = answered.length === 1 ? answered[0]?.answer.body : undefined;
    return {
      view: {
        kind: 'list',
        document: { url, event, action, hookId: delivery.hookId, signedWith, attempts },
        key: 'attempts',
        rows: attempts,
        columns: buildSentColumns(attempts),
        heading: `${event}, hook id ${delivery.hookId}`,
        empty: 'nothing was sent',
      },
      ...(raw && { raw }),
      notes: listSendNotes({
        signedWith: signedWith && describeSecrets(secrets),
        flaws,
        attempts,
        isUnsignedOnPurpose: asked.unsigned,
      }),
      ...(failure !== null && { failure }),
    };
  },
});

function renderPlan(plan: SendPlan) {
  const requests = listPlannedRequests(plan);
  return {
    view: buildPlannedViews(requests.map(({ bytes: _bytes, ...shown }) => shown)),
    ...(requests[0] && { raw: requests[0].bytes }),
  };
}

function buildSentColumns(attempts: readonly SentAttempt[]): readonly Column<SentAttempt>[] {
  return [
    { ...pickMember('attempt', 'attempt'), align: 'right', drop: 1 },
    { ...pickMember('status', 'answer'), show: ({ status, error }) => error ?? String(status), drop: 0 },
    { ...pickMember('error', 'why'), dataOnly: true },
    { ...pickMember('ms', 'took'), show: ({ ms }) => `${ms} ms`, align: 'right', drop: 3 },
    { ...pickMember('outcome', 'the service'), show: formatOutcome, drop: 0 },
    { ...pickMember('retryAfterMs', 'retry after'), dataOnly: true },
    { ...pickMember('expected', 'expected'), show: ({ expected }) => (expected ? 'yes' : 'no'), drop: 2 },
    {
      ...pickMember('allowedPrivate', 'private'),
      show: ({ allowedPrivate }) => (allowedPrivate ? 'allowed' : ''),
      dataOnly: !attempts.some(({ allowedPrivate }) => allowedPrivate),
      drop: 0,
    },
    { ...pickMember('answer', 'response'), role: 'text', flexible: true, drop: 4 },
    { ...pickMember('deliveryId', 'delivery id'), dataOnly: true },
  ];
}

function formatOutcome({ outcome, retryAfterMs }: SentAttempt): string {
  return outcome === 'again' ? `retry in ${formatShortTime(retryAfterMs ?? 0)}` : outcome;
}

/** In the largest unit that divides it, as in flags: `45s`, `2h`. */
function formatShortTime(ms: number): string {
  const units = Object.entries(UNITS_IN_MS).filter(([, size]) => ms >= size && ms % size === 0);
  const [unit = 'ms', size = 1] = units.at(-1) ?? [];
  return `${ms / size}${unit}`;
}
