import { ASSUMED } from '../facts/assumed.ts';
import { LIMITS } from '../facts/limits.ts';
import { parseBoundedJson } from './bounded-json.ts';
import { UNSENT_REASONS } from './decide-after-attempt.ts';

/** What came of asking a `messageUrl`, as the way out tells it. */
export interface CallbackAnswer {
  /** HTTP status; null where none came. */
  readonly status: number | null;
  /** Null where it was not had whole. */
  readonly body: Uint8Array | null;
  /** One of a small set; null when a whole answer came. */
  readonly fault: string | null;
}

/** The text that is sent, or why the template is. */
export type CallbackVerdict = { readonly message: string } | { readonly reason: string };

const { min, max } = LIMITS.callbackMessageCharacters;

/**
 * Why a text is not used, where no answer says it. Nothing that others wrote stands in a reason.
 *
 * @see docs/safety.md#S8
 */
export const CALLBACK_REASONS = {
  /** K-06. */
  interrupted: 'interrupted, and it is asked once',
  tooLarge: `answer larger than ${LIMITS.callbackAnswerBytes} bytes`,
  notJson: 'the answer is not JSON',
  noMessage: 'the answer has no "message" that is text',
  wrongLength: `the "message" is not ${min} to ${max} characters long`,
  /** A half of a surrogate pair cannot be sent as it is. */
  brokenText: 'the "message" holds half a character',
  /** K-04. */
  unreadableSecret: 'the secret that signs could not be read',
  /** K-07. */
  openBreaker: `the circuit breaker is open, after ${ASSUMED.breaker.failures} failures in a row`,
  ownFault: UNSENT_REASONS.ownFault,
} as const;

/**
 * Decides whether the text of a callback is sent, as it stands; else the template is, and this says why.
 *
 * @see docs/service/callbacks.md#endpoint-rules, #request, #CBK-02 to #CBK-05, #K-01, #K-02
 * @see docs/service/readings.md#U-08, #U-09
 * @see docs/service/engine.md#M-11
 */
export function judgeCallback({ status, body, fault }: CallbackAnswer): CallbackVerdict {
  if (fault === 'interrupted') return { reason: CALLBACK_REASONS.interrupted };
  if (status !== null && !isGood(status)) return { reason: describeStatus(status) };
  if (fault === 'answer too large') return { reason: CALLBACK_REASONS.tooLarge };
  if (fault !== null || body === null) return { reason: fault ?? 'answer not readable' };
  if (body.length > LIMITS.callbackAnswerBytes) return { reason: CALLBACK_REASONS.tooLarge };
  return readMessage(parseBody(body));
}

/**
 * What `errorDetails` of the action says then, behind the error of the DM where that failed, too.
 *
 * @see docs/service/engine.md#A-08
 */
export function describeFallback(reason: string): string {
  return `callback not used: ${reason}`;
}

/** U-08: any 2xx. */
function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

function describeStatus(status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return isRedirect ? `status ${status}: a redirect is not followed` : `status ${status}`;
}

/** @returns undefined for what is no JSON */
function parseBody(body: Uint8Array): unknown {
  try {
    return parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function readMessage(answer: unknown): CallbackVerdict {
  if (answer === undefined) return { reason: CALLBACK_REASONS.notJson };
  const message =
    typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : null;
  if (typeof message !== 'string') return { reason: CALLBACK_REASONS.noMessage };
  const characters = countCodePoints(message);
  if (characters < min || characters > max) return { reason: CALLBACK_REASONS.wrongLength };
  return message.isWellFormed() ? { message } : { reason: CALLBACK_REASONS.brokenText };
}

/** U-09: characters are code points. */
function countCodePoints(text: string): number {
  let count = 0;
  for (const _each of text) count += 1;
  return count;
}
