import { findTriggerRules } from '../../../../domain/automations/triggers/rules-by-type.ts';
import { getField, isRecord } from '../../../../domain/json/loose-record.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import type { EngagementKind } from '../../../../service/engagement.ts';
import { AUTOMATION_PLATFORM } from '../../../../service/platforms.ts';

/** An action as it was recorded: its type, its status, and what it sent if that is known. */
export type RecordedAction = readonly [type: string, status: string, message: string | null];

/** What was done about an event by one automation. */
export interface RecordedAnswer {
  readonly automationId: string;
  readonly status: string;
  /** Null if the row does not say it. */
  readonly actions: readonly RecordedAction[] | null;
}

/**
 * What one row of the past says of an event. Absent is what it does not say: rows are stored by the million, so that their
 * JSON is kept short.
 */
export interface ReplayRow {
  /** By which the rows of one event are found: the network's id of the comment, else of the event. */
  readonly key: string;
  readonly kind: EngagementKind;
  /** In milliseconds since 1970. */
  readonly at?: number | undefined;
  readonly personId?: string | undefined;
  readonly username?: string | undefined;
  readonly text?: string | undefined;
  readonly emoji?: string | undefined;
  /** The network's id of the post. */
  readonly postId?: string | undefined;
  readonly servicePostId?: string | undefined;
  readonly storyId?: string | undefined;
  readonly answer?: RecordedAnswer | undefined;
  /** Of rows about the same, that with the highest rank counts: activity is authoritative. */
  readonly rank: number;
}

/** What a row is instead: of something that no automation answers, of another profile, or of no known kind. */
export type OtherRow = 'other' | 'other profile' | 'unknown';

/**
 * Reads a row of an archive of comments, a row of activity, or a delivery, by itself or as `hooks inbox export` prints it.
 *
 * @param profile the alias whose comments count; null for the Primary Profile
 * @see docs/service/activity.md#row
 * @see docs/service/webhooks.md#automation-triggered, #HOOK-25
 */
export function readReplayRow(row: unknown, profile: string | null): ReplayRow | OtherRow {
  if (!isRecord(row)) return 'unknown';
  // a changed copy that a person made never happened
  if (typeof row['editedFrom'] === 'number' && 'event' in row) return 'other';
  if (typeof row['action'] === 'string') return readDelivery('event' in row ? row['event'] : row);
  if (typeof row['action'] !== 'undefined' && 'event' in row) return 'other';
  if (typeof row['status'] === 'string' && typeof row['eventId'] === 'string') return readActivity(row);
  return isRecord(row['author']) && typeof row['platform'] === 'string'
    ? readComment(row, profile)
    : 'unknown';
}

/** By authority. */
export const RANKS = { activity: 4, completed: 3, triggered: 2, delivery: 1, archive: 0 } as const;

function readActivity(row: unknown): ReplayRow | OtherRow {
  const engaged = readEngaged(row, 'triggerType', 'created');
  const automationId = readText(row, 'automationId') ?? readText(row, 'id')?.split(':')[0];
  if (engaged === null || automationId === undefined) return 'other';
  const results = getField(row, 'actionResults');
  const status = readText(row, 'status') ?? '';
  const actions = Array.isArray(results) && results.length > 0 ? results.map(readAction) : null;
  return { ...engaged, answer: { automationId, status, actions }, rank: RANKS.activity };
}

function readAction(result: unknown): RecordedAction {
  // the text of a callback is no part of a file
  const isOfFile = readText(result, 'messageSource') !== 'callback' && getField(result, 'truncated') !== true;
  const message = isOfFile ? readText(getField(result, 'sent'), 'message') : undefined;
  return [readText(result, 'type') ?? '', readText(result, 'status') ?? '', message ?? null];
}

function readDelivery(event: unknown): ReplayRow | OtherRow {
  const action = getField(event, 'action');
  if (action === 'comments') return readReceivedComment(event);
  if (action === 'messages') return readReceivedMessage(event);
  if (action !== 'automations') return 'other';
  const engaged = readEngaged(event, 'trigger', 'timestamp');
  const automationId = readText(event, 'automationId');
  if (engaged === null || automationId === undefined) return 'other';
  if (getField(event, 'type') === 'automation.triggered')
    return { ...engaged, answer: { automationId, status: 'sent', actions: null }, rank: RANKS.triggered };
  const results = getField(event, 'actionResults');
  const actions = Array.isArray(results) && results.length > 0 ? results.map(readAction) : null;
  const status = readText(event, 'status') ?? '';
  // its time is the end of the dispatch
  return { ...engaged, at: undefined, answer: { automationId, status, actions }, rank: RANKS.completed };
}

/** What activity and deliveries of automations say of an event; null for triggers that this version does not know. */
function readEngaged(row: unknown, typeName: string, timeName: string): Omit<ReplayRow, 'rank'> | null {
  const type = readText(row, typeName);
  // rules name the engagement of a trigger by building one
  const kind = findTriggerRules(type)?.buildEngagement(NOTHING).kind;
  const key = readText(row, 'commentId') ?? readText(row, 'eventId');
  if (kind === undefined || key === undefined) return null;
  const text = readText(row, 'commentText');
  return {
    key,
    kind,
    at: readTimestamp(getField(row, timeName)).ms ?? undefined,
    personId: readText(row, 'recipientId'),
    username: readText(row, 'recipientUsername'),
    ...(kind === 'reaction' ? { emoji: text ?? readText(row, 'keyword') } : { text }),
    postId: readText(row, 'postId'),
    storyId: readText(row, 'storyId'),
  };
}

const NOTHING = {
  eventId: '',
  from: { id: '', username: null },
  at: null,
  id: '',
  text: '',
  place: '',
  emoji: '',
} as const;

function readReceivedComment(event: unknown): ReplayRow | OtherRow {
  const key = readText(event, 'id');
  const [from, media] = [getField(event, 'from'), getField(event, 'media')];
  const platform = readText(event, 'platform') ?? AUTOMATION_PLATFORM;
  if (key === undefined || platform !== AUTOMATION_PLATFORM) return 'other';
  const isOfStory = readText(media, 'type')?.toUpperCase() === 'STORY';
  return {
    key,
    kind: isOfStory ? 'story_comment' : 'comment',
    at: readTimestamp(getField(event, 'created')).ms ?? undefined,
    personId: readText(from, 'id'),
    username: readText(from, 'username'),
    text: readText(event, 'text'),
    ...(isOfStory
      ? { storyId: readText(media, 'id') }
      : { postId: readText(media, 'id'), servicePostId: readText(event, 'postId') }),
    rank: RANKS.delivery,
  };
}

/** A message that came in. That of a reply to a story looks like any other. */
function readReceivedMessage(event: unknown): ReplayRow | OtherRow {
  const key = readText(event, 'id');
  const isReceived =
    getField(event, 'type') !== 'sent' && getField(event, 'platform') === AUTOMATION_PLATFORM;
  const action = getField(event, 'subAction');
  if (key === undefined || !isReceived || !(action === 'messageCreated' || action === 'reactionCreated'))
    return 'other';
  const text = readText(event, 'message');
  return {
    key,
    ...(action === 'reactionCreated' ? { kind: 'reaction', emoji: text } : { kind: 'dm', text: text ?? '' }),
    at: readTimestamp(getField(event, 'created')).ms ?? undefined,
    personId: readText(event, 'senderId'),
    username: readText(getField(event, 'senderDetails'), 'username'),
    rank: RANKS.delivery,
  };
}

function readComment(row: unknown, profile: string | null): ReplayRow | OtherRow {
  const key = readText(row, 'id');
  const author = getField(row, 'author');
  if (key === undefined || getField(row, 'platform') !== AUTOMATION_PLATFORM) return 'other';
  if (getField(author, 'isMe') === true) return 'other';
  const own = getField(row, 'profile');
  if (own !== undefined && own !== profile) return 'other profile';
  return {
    key,
    kind: 'comment',
    at: readTimestamp(getField(row, 'createdAt')).ms ?? undefined,
    personId: readText(author, 'id'),
    username: readText(author, 'handle'),
    text: readText(row, 'text') ?? '',
    postId: readText(getField(row, 'extra'), 'postId'),
    servicePostId: readText(row, 'postId'),
    rank: RANKS.archive,
  };
}

function readText(row: unknown, name: string): string | undefined {
  const value = getField(row, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
