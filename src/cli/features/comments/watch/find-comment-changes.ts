import * as z from 'zod';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { FanOutStatus, NetworkError } from '../../../../service/endpoints/comments.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { NEWEST_COMMENTS_ONLY } from '../../../../service/platforms.ts';
import { Comment, type CommentsDocument } from '../comment.ts';
import { computeCommentFingerprint, computeShortHash, findChangedFields } from './comment-fingerprint.ts';

/** What happened to a comment since the previous poll. */
export const CommentEventKind = z.enum(['added', 'changed', 'gone']);
export type CommentEventKind = z.infer<typeof CommentEventKind>;

/** An event of `comments watch`. A reply is a comment of its own, so `replies` is empty. */
export const CommentEvent = z.strictObject({
  event: CommentEventKind,
  requestedId: z.string().describe('the watched id'),
  changes: z.array(z.string()).describe('fields of a changed comment that differ'),
  comment: Comment.describe('the comment; of one that is gone, its last known state'),
});
export type CommentEvent = z.infer<typeof CommentEvent>;

/** Result of the latest poll of an id. */
const WatchedId = z.strictObject({
  id: z.string(),
  status: FanOutStatus,
  lastUpdated: z.string().nullable(),
  nextUpdate: z.string().nullable(),
  errors: z.array(NetworkError),
});
export type WatchedId = z.infer<typeof WatchedId>;

/** Result of polling every id once: the document of `comments watch --once`. */
export const WatchDocument = z.strictObject({
  events: z.array(CommentEvent),
  ids: z.array(WatchedId),
});

/** State of a comment kept between polls. */
export interface SeenComment {
  readonly platform: string;
  /** `=` and its id; for a comment without an id, `~` and a hash of its content. */
  readonly key: string;
  readonly parentId: string | null;
  readonly createdAt: string | null;
  readonly print: string;
  /**
   * The event that may have been reported when a run was interrupted; usually null. It is unknown whether the reader
   * received it, so it is reported again.
   */
  readonly doubt: CommentEventKind | null;
}

/** Comments by name (network and key). */
export type SeenComments = ReadonlyMap<string, SeenComment>;

export interface CommentPollOptions {
  /** Whether a network returned everything it has: comments that it did not list are gone. */
  hasAnswered(platform: string): boolean;
  /** Whether changes of likes, replies and other counts are reported. */
  counts: boolean;
  /** Networks that are not watched: their state stays unchanged. */
  excluded: ReadonlySet<string>;
  /** Whether comments of a network that are seen for the first time are not reported as added. */
  isBaseline(platform: string): boolean;
  /** Comments of earlier polls by name, to describe those that are gone. */
  remembered: ReadonlyMap<string, Comment>;
}

/** Result of a poll. */
export interface CommentChanges {
  /** Added comments by time, then changed ones, then those that are gone. */
  readonly events: readonly Omit<CommentEvent, 'requestedId'>[];
  readonly seen: SeenComments;
  /** State to keep until the events are confirmed as reported: the previous one, with doubts. */
  readonly doubtful: SeenComments;
  /** Comments by name, of this poll and of earlier ones where a network did not answer. */
  readonly remembered: ReadonlyMap<string, Comment>;
}

/**
 * Compares the comments of an answer with the previous state. Replies are comments of their own. A comment is gone
 * only if its network answered and would have listed it.
 *
 * @param before state of the previous poll; empty if there was none
 * @see docs/service/comments.md#COM-11, #COM-15
 * @see docs/service/limits.md#comments-returned
 */
export function findCommentChanges(
  before: SeenComments,
  document: CommentsDocument,
  options: CommentPollOptions,
): CommentChanges {
  const { excluded, isBaseline, hasAnswered } = options;
  const now = indexComments(document.comments.filter(({ platform }) => !excluded.has(platform)));
  const added: Comment[] = [];
  const changed: Pick<CommentEvent, 'changes' | 'comment'>[] = [];
  const doubtful = new Map(before);
  for (const [name, { seen, comment }] of now) {
    const old = before.get(name);
    if (old === undefined ? !isBaseline(seen.platform) : isAddedAgain(old)) {
      added.push(comment);
      doubtful.set(name, { ...(old ?? seen), doubt: 'added' });
    }
    if (old === undefined || isAddedAgain(old)) continue;
    const changes = findChangedFields(old.print, seen.print, options);
    if (changes.length === 0 && old.doubt === null) continue;
    changed.push({ changes: [...changes], comment });
    doubtful.set(name, { ...old, doubt: 'changed' });
  }
  const gone = [...before].filter(
    ([name, { platform }]) => !now.has(name) && !excluded.has(platform) && hasAnswered(platform),
  );
  const isBeyond = createOmissionCheck(before, now);
  const missing = gone.filter(([name]) => !isBeyond(name));
  const seen = new Map(before);
  const remembered = new Map(options.remembered);
  for (const [name, entry] of now) {
    seen.set(name, entry.seen);
    remembered.set(name, entry.comment);
  }
  for (const [name, old] of missing) {
    doubtful.set(name, { ...old, doubt: 'gone' });
    seen.delete(name);
    remembered.delete(name);
  }
  return {
    events: [
      ...sortByAge(added).map((comment) => ({ event: 'added' as const, changes: [], comment })),
      ...changed.map((each) => ({ event: 'changed' as const, ...each })),
      ...missing.map(([name, old]) => ({
        event: 'gone' as const,
        changes: [],
        comment: options.remembered.get(name) ?? buildGoneComment(old),
      })),
    ],
    seen,
    doubtful,
    remembered,
  };
}

/**
 * Whether a comment is reported as added again, because the reader may have missed that it was added, or it was reported
 * as deleted.
 */
function isAddedAgain({ doubt }: SeenComment): boolean {
  return doubt === 'added' || doubt === 'gone';
}

/** Returns the unique name of a comment. */
export function formatSeenName({ platform, key }: { platform: string; key: string }): string {
  return JSON.stringify([platform, key]);
}

interface PresentComment {
  seen: SeenComment;
  comment: Comment;
}

type PresentComments = ReadonlyMap<string, PresentComment>;

/** Indexes every comment and reply once, at any depth. */
function indexComments(comments: readonly Comment[]): PresentComments {
  const all = new Map<string, PresentComment>();
  const nameless = new Map<string, number>();
  const add = (comment: Comment): void => {
    const { platform, parentId, createdAt, replies } = comment;
    const alone = { ...comment, replies: [] };
    const key = comment.id === null ? createContentKey(alone, nameless) : `=${comment.id}`;
    const name = formatSeenName({ platform, key });
    if (!all.has(name)) {
      const print = computeCommentFingerprint(name, alone);
      all.set(name, { seen: { platform, key, parentId, createdAt, print, doubt: null }, comment: alone });
    }
    replies.forEach(add);
  };
  comments.forEach(add);
  return all;
}

const NAMELESS_KEY_LENGTH = 16;

/** Comments with the same content are distinguished by their order. */
function createContentKey(comment: Comment, sofar: Map<string, number>): string {
  const { platform, parentId, author, text, createdAt } = comment;
  const writer = author.id ?? author.handle ?? author.name;
  const said = JSON.stringify([platform, parentId, writer, text, createdAt]);
  const count = sofar.get(said) ?? 0;
  sofar.set(said, count + 1);
  return `~${computeShortHash(`${count} ${said}`, NAMELESS_KEY_LENGTH)}`;
}

/**
 * Creates a check for comments that a network may have omitted because it returned its maximum: those older than all
 * that it returned, and replies to such. Whether replies count towards the maximum is not documented; here they do,
 * so that no existing comment is reported as gone.
 */
function createOmissionCheck(before: SeenComments, now: PresentComments): (name: string) => boolean {
  const oldest = new Map<string, number | null>(
    NEWEST_COMMENTS_ONLY.map((platform) => [platform, findOldestTime(platform, now)]),
  );
  const known = new Map<string, boolean>();
  const isBeyond = (name: string): boolean => {
    const old = before.get(name);
    const edge = oldest.get(old?.platform ?? '') ?? null;
    if (old === undefined || edge === null || now.has(name)) return false;
    const { platform, parentId, createdAt } = old;
    const created = readTimestamp(createdAt).ms;
    if (created === null || created <= edge) return true;
    const parent = formatSeenName({ platform, key: `=${parentId}` });
    const found = known.get(name);
    if (found !== undefined) return found;
    known.set(name, false); // ends recursion if a comment is its own ancestor
    const answer = before.has(parent) && isBeyond(parent);
    known.set(name, answer);
    return answer;
  };
  return isBeyond;
}

/** Returns when the oldest comment of a network was written; null if the network returned fewer than its maximum. */
function findOldestTime(platform: string, now: PresentComments): number | null {
  const leg = [...now.values()].filter(({ seen }) => seen.platform === platform);
  if (leg.length < LIMITS.commentsReturned) return null;
  const times = leg.flatMap(({ comment }) => readTimestamp(comment.createdAt).ms ?? []);
  return times.reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY);
}

/** Oldest first; comments without a time come last, in their network's order. */
function sortByAge(comments: readonly Comment[]): readonly Comment[] {
  return comments
    .map((comment) => ({ comment, ms: readTimestamp(comment.createdAt).ms ?? Number.MAX_VALUE }))
    .sort((a, b) => a.ms - b.ms)
    .map(({ comment }) => comment);
}

/** Builds a comment of which only its position is known. */
function buildGoneComment({ platform, key, parentId, createdAt }: SeenComment): Comment {
  return {
    platform,
    id: key.startsWith('=') ? key.slice(1) : null,
    parentId,
    author: { id: null, name: null, handle: null, url: null, avatarUrl: null, isMe: null },
    text: null,
    createdAt,
    likes: null,
    replyCount: null,
    url: null,
    replies: [],
    isAnswered: null,
    extra: {},
  };
}
