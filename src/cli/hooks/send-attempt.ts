import * as z from 'zod';
import { isRefusedByUrl } from '../../domain/addresses/private-allowlist.ts';
import { decideAfterAttempt } from '../../domain/webhooks/decide-after-attempt.ts';
import type { Outbound, OutboundAnswer } from '../../outbound/outbound.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { LIMITS } from '../../service/limits.ts';
import type { SendingDetails, SyntheticRequest } from './build-synthetic-request.ts';

/** One attempt, and what the service would do after it. */
export const SentAttempt = z.strictObject({
  attempt: z.number().describe('number of the attempt, from 0'),
  deliveryId: z.string(),
  status: z.number().nullable().describe('HTTP status; null without a response'),
  error: z.string().nullable().describe('why there was no complete response; null if there was'),
  ms: z.number().describe('duration in milliseconds'),
  outcome: z
    .enum(['delivered', 'again', 'failed'])
    .describe('what the service would do: count it as delivered, retry, or fail it'),
  retryAfterMs: z.number().nullable().describe('how long the service would wait before a retry'),
  expected: z.boolean().describe('whether the receiver responded as it should'),
  allowedPrivate: z.boolean().describe('it reached an address that only --allow-private allows'),
  answer: z.string().nullable().describe('beginning of the response, which the service does not read'),
  headers: z.record(z.string(), z.string()),
  body: z.record(z.string(), z.unknown()),
});
export type SentAttempt = z.infer<typeof SentAttempt>;

/** How a receiver should respond to a delivery. */
export type ExpectedAnswer = 'taken' | 'refused';

/** An attempt with the raw response. */
export interface SentAttemptResult {
  readonly sent: SentAttempt;
  readonly answer: OutboundAnswer;
}

/** Sends one request as the service does: with its timeout, and without following redirects. */
export async function sendAttempt(
  { attempt, deliveryId }: Pick<SendingDetails, 'attempt' | 'deliveryId'>,
  request: SyntheticRequest,
  way: {
    readonly url: string;
    readonly outbound: Outbound;
    readonly expected: ExpectedAnswer;
    readonly signal: AbortSignal;
  },
): Promise<SentAttemptResult> {
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

/** A client error, except those that are retried. */
function isRefusal({ status }: OutboundAnswer, kind: string): boolean {
  return kind === 'failed' && status !== null && status >= 400 && status < 500;
}

const SHOWN_CHARACTERS = 500;

function decodeBeginning(body: Uint8Array | null): string | null {
  if (body === null || body.length === 0) return null;
  const text = new TextDecoder().decode(body.subarray(0, 4 * SHOWN_CHARACTERS));
  return [...text].slice(0, SHOWN_CHARACTERS).join('');
}
