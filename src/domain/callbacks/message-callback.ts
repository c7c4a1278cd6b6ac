import { ASSUMED } from '../../service/assumed.ts';
import { SECOND_MS } from '../../service/durations.ts';
import { ENGAGEMENTS, type Engagement } from '../../service/engagement.ts';
import { LIMITS } from '../../service/limits.ts';
import { AUTOMATION_PLATFORM } from '../../service/platforms.ts';
import { parseBoundedJson } from '../json/bounded-json.ts';
import { formatIsoSeconds } from '../time/read-timestamp.ts';
import { buildSignatureHeaders, type SigningSecret, UNSENT_REASONS } from '../webhooks/delivery.ts';

export interface CallbackRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Builds the request for the text of a DM, signed if there is a secret.
 *
 * @param at when it is made, in milliseconds since 1970
 * @see docs/service/callbacks.md#signing, #CBK-06
 * @see docs/safety.md#S10: none is made with a secret that was not read
 */
export function buildCallbackRequest(
  fired: FiredTrigger,
  { at, signing }: { at: number; signing: Exclude<SigningSecret, { kind: 'unreadable' }> },
): CallbackRequest {
  const fields = buildCallbackBody(fired, { at, isSigned: signing.kind === 'secret' });
  const body = new TextEncoder().encode(JSON.stringify(fields));
  return {
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...buildSignatureHeaders(body, signing, fields.timeStamp ?? 0),
    },
    body,
  };
}

/**
 * Builds the body sent to a `messageUrl`. It never includes the fallback message.
 *
 * @param at when the request is made, in milliseconds since 1970
 * @param isSigned whether a secret signs it: only then it includes the time in Unix seconds
 * @see docs/service/callbacks.md#request, #CBK-01, #CBK-06, #K-05, #K-09
 */
export function buildCallbackBody(
  fired: FiredTrigger,
  { at, isSigned }: { at: number; isSigned: boolean },
): ReturnType<typeof buildFiredFields> & { timeStamp?: number } {
  return { ...buildFiredFields(fired, at), ...(isSigned && { timeStamp: Math.floor(at / SECOND_MS) }) };
}

export interface FiredTrigger {
  readonly automationId: string;
  readonly triggerId: string;
  readonly triggerType: string;
  /** As matched by `matchTrigger`. */
  readonly keyword: string | null;
  readonly activityId: string;
  readonly actionId: string;
  readonly engagement: Engagement;
}

/**
 * Builds the fields that a callback or webhook receives when a trigger fires; fields that the trigger lacks are null.
 *
 * @param at when the request is made, in milliseconds since 1970
 * @see docs/service/callbacks.md#request, #CBK-01
 * @see docs/service/webhooks.md#automation-triggered, #HOOK-23, #W-13
 * @see docs/service/engine.md#M-12
 */
export function buildFiredFields(fired: FiredTrigger, at: number) {
  const { automationId, triggerId, triggerType, keyword, activityId, actionId, engagement } = fired;
  const { kind, from, eventId } = engagement;
  return {
    automationId,
    triggerId,
    trigger: triggerType,
    platform: AUTOMATION_PLATFORM,
    recipientId: from.id,
    recipientUsername: ENGAGEMENTS[kind].carriesUsername ? from.username : null,
    keyword,
    activityId,
    actionId,
    eventId,
    commentId: 'commentId' in engagement ? engagement.commentId : null,
    commentText: getEngagementText(engagement),
    postId: 'postId' in engagement ? engagement.postId : null,
    storyId: 'storyId' in engagement ? engagement.storyId : null,
    timestamp: formatIsoSeconds(at),
  };
}

/** @see docs/service/engine.md#M-12 */
function getEngagementText(engagement: Engagement): string | null {
  if (engagement.kind === 'reaction') return engagement.emoji;
  return ENGAGEMENTS[engagement.kind].reportsText ? engagement.text : null;
}

/** The result of a request to a `messageUrl`. */
export interface CallbackAnswer {
  /** HTTP status; null without an answer. */
  status: number | null;
  /** Null if it was not received completely. */
  body: Uint8Array | null;
  /** One of a fixed set of errors; null if a complete answer was received. */
  fault: string | null;
}

/** The text to send, or why the fallback is used. */
export type CallbackVerdict = { readonly message: string } | { readonly reason: string };

const { min, max } = LIMITS.callbackMessageCharacters;

/** Reasons other than the status. No reason quotes text written by others. @see docs/safety.md#S8 */
export const CALLBACK_REASONS = {
  /** K-06. */
  interrupted: 'interrupted, and it is asked once',
  tooLarge: `answer larger than ${LIMITS.callbackAnswerBytes} bytes`,
  notJson: 'the answer is not JSON',
  noMessage: 'the answer has no "message" that is text',
  wrongLength: `the "message" is not ${min} to ${max} characters long`,
  /** Half of a surrogate pair cannot be sent. */
  brokenText: 'the "message" holds half a character',
  /** K-04. */
  unreadableSecret: 'the secret that signs could not be read',
  /** K-07. */
  openBreaker: `the circuit breaker is open, after ${ASSUMED.breaker.failures} failures in a row`,
  ownFault: UNSENT_REASONS.ownFault,
} as const;

/**
 * Decides whether the text of a callback is sent, unchanged; if not, the fallback is sent, with a reason.
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
 * Text of `errorDetails` in that case, after the error of the DM if that failed, too.
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

/** @returns undefined if it is not JSON */
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
