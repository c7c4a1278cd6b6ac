import { SECOND_MS } from '../../service/durations.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automations.ts';
import { ENGAGEMENTS, type Engagement } from '../../service/engagement.ts';
import { formatIsoSeconds } from '../time/read-timestamp.ts';
import { buildSignatureHeaders, type SigningSecret } from '../webhooks/signature.ts';

/** A request to a `messageUrl`. */
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
  { at, signing }: { at: number; signing: Exclude<SigningSecret, { readonly kind: 'unreadable' }> },
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
  { at, isSigned }: { readonly at: number; readonly isSigned: boolean },
): ReturnType<typeof buildFiredFields> & { readonly timeStamp?: number } {
  return { ...buildFiredFields(fired, at), ...(isSigned && { timeStamp: Math.floor(at / SECOND_MS) }) };
}

/** A trigger that fired, and the action that runs. */
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

/** The text of a story reply is not included. @see docs/service/engine.md#M-12 */
function getEngagementText(engagement: Engagement): string | null {
  if (engagement.kind === 'reaction') return engagement.emoji;
  return engagement.kind === 'story_reply' ? null : engagement.text;
}
