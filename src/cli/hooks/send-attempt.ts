import * as z from 'zod';
import { ASSUMED } from '../../facts/assumed.ts';
import { LIMITS } from '../../facts/limits.ts';
import type { Outbound, OutboundAnswer } from '../../outbound/outbound.ts';
import { decideAfterAttempt } from '../../rules/decide-after-attempt.ts';
import { isRefusedByUrl } from '../../rules/private-allowlist.ts';
import type { SendingDetails, SyntheticRequest } from './build-synthetic-request.ts';

/** One sending, and what the service would do with the answer to it. */
export const SentAttempt = z.strictObject({
  attempt: z.number().describe('as it was sent: 0 for the first one'),
  deliveryId: z.string(),
  status: z.number().nullable().describe('HTTP status; null where none came'),
  error: z.string().nullable().describe('why there was no whole answer; null when there was'),
  ms: z.number().describe('how long the answer took, in milliseconds'),
  outcome: z
    .enum(['delivered', 'again', 'failed'])
    .describe('what the service would do: count it as delivered, send it again, or have it fail for good'),
  retryAfterMs: z.number().nullable().describe('how long the service would wait before it sends it again'),
  expected: z.boolean().describe('a good receiver answers so'),
  allowedPrivate: z.boolean().describe('it went where --allow-private alone let it go'),
  answer: z
    .string()
    .nullable()
    .describe('the beginning of what the receiver answered, which the service does not read'),
  headers: z.record(z.string(), z.string()),
  body: z.record(z.string(), z.unknown()),
});
export type SentAttempt = z.infer<typeof SentAttempt>;

/** What a good receiver does with a delivery. */
export type ExpectedAnswer = 'taken' | 'refused';

/** An attempt, and the answer's own bytes. */
export interface AttemptResult {
  readonly sent: SentAttempt;
  readonly answer: OutboundAnswer;
}

/** Sends one request as the service does: once, with its time to answer, and without following anything. */
export async function sendAttempt(
  { attempt, deliveryId }: Pick<SendingDetails, 'attempt' | 'deliveryId'>,
  request: SyntheticRequest,
  way: {
    readonly url: string;
    readonly outbound: Outbound;
    readonly expected: ExpectedAnswer;
    readonly signal: AbortSignal;
  },
): Promise<AttemptResult> {
  const { url, outbound, expected, signal } = way;
  const { headers, bytes, body } = request;
  const answer = await outbound.post({
    url,
    headers,
    body: bytes,
    deadlineMs: LIMITS.webhookAnswerMs,
    answerBytes: ASSUMED.webhookAnswerBytes,
    answerIs: 'shown',
    signal,
  });
  const { status, fault, ms, byAllowance } = answer;
  const isRefused = fault === 'address not allowed' && isRefusedByUrl(url, outbound.allowed);
  const verdict = decideAfterAttempt(attempt, { status, fault, isRefused });
  return {
    answer,
    sent: {
      attempt,
      deliveryId,
      status,
      error: fault,
      ms,
      outcome: verdict.kind,
      retryAfterMs: verdict.kind === 'again' ? verdict.afterMs : null,
      expected: expected === 'taken' ? verdict.kind === 'delivered' : isRefusal(answer, verdict.kind),
      allowedPrivate: byAllowance,
      answer: decodeBeginning(answer.body),
      headers: { ...headers },
      body: { ...body },
    },
  };
}

/** One that is not to come again: a client error, but for those three that ask for another try. */
function isRefusal({ status }: OutboundAnswer, kind: string): boolean {
  return kind === 'failed' && status !== null && status >= 400 && status < 500;
}

const SHOWN_CHARACTERS = 500;

function decodeBeginning(body: Uint8Array | null): string | null {
  if (body === null || body.length === 0) return null;
  const text = new TextDecoder().decode(body.subarray(0, 4 * SHOWN_CHARACTERS));
  return [...text].slice(0, SHOWN_CHARACTERS).join('');
}
