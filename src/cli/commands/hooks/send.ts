import * as z from 'zod';
import { ASSUMED } from '../../../facts/assumed.ts';
import { LIMITS } from '../../../facts/limits.ts';
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '../../../facts/webhook-events.ts';
import { ALLOW_PRIVATE } from '../../allow-private.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag } from '../../flags.ts';
import { formatDuration } from '../../format-duration.ts';
import { describeSource, readSigningSecrets, SECRET_FILES } from '../../hooks/read-signing-secrets.ts';
import { SentAttempt, sendAttempt } from '../../hooks/send-attempt.ts';
import { listSendNotes } from '../../hooks/send-notes.ts';
import { planSend, type SendPlan } from '../../hooks/send-plan.ts';
import { findSendFailure, refuseUnanswered } from '../../hooks/send-verdict.ts';
import { buildSentColumns } from '../../hooks/sent-columns.ts';
import { mapInOrder } from '../../map-in-order.ts';
import { buildPlannedViews } from '../../planned-view.ts';
import { refuseRawOfSeveral } from '../../refuse-raw.ts';
import type { Column } from '../../render/view.ts';

const MOST_DUPLICATES = 1_000;

export default defineCommand({
  summary: 'Send a delivery that is made up to a receiver, signed as the service signs',
  description: `
It needs no service. The body is that of a real delivery, with an envelope and a sample of the event's own fields, which
--set changes. The receiver has ${formatDuration(LIMITS.webhookAnswerMs)} to answer, redirects are not followed, and what the
service would do with the answer is told: only 200 counts as delivered. An address that is not public, such as one of
this machine, is reached with --allow-private alone.

With --tamper, --stale or --unsigned it is a delivery that a good receiver refuses, and --duplicate one that it takes
once and answers with 200 each time. Exits 11 when the receiver does otherwise.`,
  examples: [
    'hooks send https://hooks.example.com/crier --dry-run',
    'hooks send https://hooks.example.com/crier --type messageCreated --set message="Hi there" --dry-run --json',
    'hooks send http://127.0.0.1:8080/hooks --allow-private 127.0.0.1:8080',
    'hooks send http://127.0.0.1:8080/hooks --allow-private 127.0.0.1:8080 --duplicate 5',
  ],
  hasBytes: true,
  positional: ['url'],
  changes: true,
  flags: [],
  input: z.object({
    url: z.string().describe('the address of the receiver'),
    type: defineFlag(
      z.enum(WEBHOOK_EVENT_NAMES).default('automation.triggered').describe('the kind of event'),
      {
        placeholder: 'kind',
        offers: 'webhook event',
      },
    ),
    set: defineFlag(
      z
        .array(z.string())
        .default([])
        .describe('set a field of the body; JSON is taken as that, and anything else as text'),
      { placeholder: 'path=value' },
    ),
    duplicate: defineFlag(
      z
        .int()
        .min(1)
        .max(MOST_DUPLICATES)
        .default(1)
        .describe(`send it so many times with one hookId, up to ${ASSUMED.maxOutgoing.ofAddress} at once`),
      { placeholder: 'n' },
    ),
    attempt: defineFlag(
      z.int().min(0).default(0).describe('the number of the attempt, as its header tells it'),
      { placeholder: 'n' },
    ),
    tamper: z.boolean().default(false).describe('change the body after it was signed'),
    stale: z.boolean().default(false).describe('sign it with a time that is longer ago than claims are kept'),
    unsigned: z.boolean().default(false).describe('leave the signature out, also where a secret is set'),
    secretFile: SECRET_FILES,
    allowPrivate: ALLOW_PRIVATE,
    dryRun: z.boolean().default(false).describe('print what would be sent, and send nothing'),
  }),
  output: z.object({
    url: z.string(),
    event: z.enum(WEBHOOK_EVENT_NAMES),
    action: z.string(),
    hookId: z.string().describe('the same in every sending'),
    signedWith: z.string().nullable().describe('where the secret is from; null when it is not signed'),
    attempts: z.array(SentAttempt),
  }),
  records: 'attempts',
  async run({ secretFile, allowPrivate, dryRun, ...asked }, context) {
    refuseRawOfSeveral(asked.duplicate, context.printing);
    const secrets = await readSigningSecrets(secretFile, context);
    const plan = planSend(asked, { secrets, now: context.now });
    if (dryRun) return renderPlan(plan);
    const { url, type: event } = asked;
    const { flaws, delivery, sendings } = plan;
    const outbound = await context.outbound(allowPrivate);
    const way = {
      url,
      outbound,
      expected: flaws.length === 0 ? 'taken' : 'refused',
      signal: context.signal,
    } as const;
    context.progress(`waiting for ${new URL(url).host}`);
    const answered = await Array.fromAsync(
      mapInOrder(sendings, ASSUMED.maxOutgoing.ofAddress, (each) =>
        sendAttempt(each, plan.request(each), way),
      ),
    );
    context.progress(null);
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
        columns: buildSentColumns(attempts) as readonly Column<unknown>[], // of the rows above
        heading: `${event}, hook id ${delivery.hookId}`,
        empty: 'nothing was sent',
      },
      ...(raw && { raw }),
      notes: listSendNotes({ signedWith, flaws, attempts, isUnsignedOnPurpose: asked.unsigned }),
      ...(failure !== null && { failure }),
    };
  },
});

function renderPlan({ delivery: { url }, sendings, request }: SendPlan) {
  const requests = sendings.map(request);
  return {
    view: buildPlannedViews(requests.map(({ headers, body }) => ({ method: 'POST', url, headers, body }))),
    ...(requests[0] && { raw: requests[0].bytes }),
  };
}
