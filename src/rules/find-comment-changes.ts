import type { Comment, CommentsDocument } from '../facts/comment.ts';
import type { CommentEvent, CommentEventKind } from '../facts/comment-event.ts';
import { LIMITS } from '../facts/limits.ts';
import { NEWEST_COMMENTS_ONLY } from '../facts/platforms.ts';
import { computeCommentFingerprint, computeShortHash, findChangedFields } from './comment-fingerprint.ts';
import { readTimestamp } from './read-timestamp.ts';

/** What is kept of a comment from one look to the next. */
export interface SeenComment {
  readonly platform: string;
  /** `=` and its id; for one without an id, `~` and a hash of what it says. */
  readonly key: string;
  readonly parentId: string | null;
  readonly createdAt: string | null;
  readonly print: string;
  /**
   * What may have been told of it since, when the telling was cut short; null as a rule. Nobody knows then what the
   * reader has, so that it is told again.
   */
  readonly doubt: CommentEventKind | null;
}

/** Comments by network and key. */
export type SeenComments = ReadonlyMap<string, SeenComment>;

export interface CommentPollOptions {
  /** Whether a network gave all it has: what it did not list is gone. */
  hasAnswered(platform: string): boolean;
  /** A change of likes, replies and the like is one, too. */
  readonly counts: boolean;
  /** Networks that are not followed: what is known of them stays as it is. */
  readonly excluded: ReadonlySet<string>;
  /** Whether a network's comments are taken as known when they are seen first. */
  isBaseline(platform: string): boolean;
  /** Comments of earlier looks by their names, for telling what one that is gone was. */
  readonly remembered: ReadonlyMap<string, Comment>;
}

/** What a look found. */
export interface CommentChanges {
  /** New ones in the order in which they were written, then changed ones, then those that are gone. */
  readonly events: readonly Omit<CommentEvent, 'requestedId'>[];
  readonly seen: SeenComments;
  /** The same, as long as nobody knows whether the events were told: what was seen before, with its doubts. */
  readonly doubtful: SeenComments;
  /** Comments by their names, of this look and, where nothing was heard of them, of earlier ones. */
  readonly remembered: ReadonlyMap<string, Comment>;
}

/**
 * Compares what a network's comments are with what they were. Replies are comments of their own. A comment is gone
 * only when its network answered and could have listed it.
 *
 * @param before of the last look; empty when there was none
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

/** Whether a comment is new to a reader of whom nobody knows whether they were told that it is there, or gone. */
function isAddedAgain({ doubt }: SeenComment): boolean {
  return doubt === 'added' || doubt === 'gone';
}

/** Where a comment stands among all that were seen. */
export function formatSeenName({ platform, key }: Pick<SeenComment, 'platform' | 'key'>): string {
  return JSON.stringify([platform, key]);
}

interface PresentComment {
  readonly seen: SeenComment;
  readonly comment: Comment;
}

type PresentComments = ReadonlyMap<string, PresentComment>;

/** Every comment and reply once, whatever stands beside or below another. */
function indexComments(comments: readonly Comment[]): PresentComments {
  const all = new Map<string, PresentComment>();
  const nameless = new Map<string, number>();
  const add = (comment: Comment): void => {
    const { platform, parentId, createdAt, replies } = comment;
    const alone = { ...comment, replies: [] };
    const key = comment.id === null ? createContentKey(alone, nameless) : `=${comment.id}`;
    const name = formatSeenName({ platform, key });
    if (!all.has(name)) {
      const seen = {
        platform,
        key,
        parentId,
        createdAt,
        print: computeCommentFingerprint(name, alone),
        doubt: null,
      };
      all.set(name, { seen, comment: alone });
    }
    replies.forEach(add);
  };
  comments.forEach(add);
  return all;
}

const NAMELESS_KEY_LENGTH = 16;

/** Two that say the same are told apart by their order. */
function createContentKey(comment: Comment, sofar: Map<string, number>): string {
  const { platform, parentId, author, text, createdAt } = comment;
  const said = JSON.stringify([
    platform,
    parentId,
    author.id ?? author.handle ?? author.name,
    text,
    createdAt,
  ]);
  const count = sofar.get(said) ?? 0;
  sofar.set(said, count + 1);
  return `~${computeShortHash(`${count} ${said}`, NAMELESS_KEY_LENGTH)}`;
}

/**
 * Says which comments a network may have left out, having given as many as it gives: those that are older than all
 * it gave, and the replies to such. Whether it counts replies among them is open; here they count, so that
 * nothing is called gone that may be there.
 */
function createOmissionCheck(before: SeenComments, now: PresentComments): (name: string) => boolean {
  const oldest = new Map<string, number | null>(
    NEWEST_COMMENTS_ONLY.map((platform) => [platform, findOldestTime(platform, now)]),
  );
  const known = new Map<string, boolean>();
  const isBeyond = (name: string): boolean => {
    const { platform, parentId, createdAt } = before.get(name) ?? UNKNOWN_COMMENT;
    const edge = oldest.get(platform) ?? null;
    if (edge === null || now.has(name)) return false;
    const created = readTimestamp(createdAt).ms;
    if (created === null || created <= edge) return true;
    const parent = formatSeenName({ platform, key: `=${parentId}` });
    const found = known.get(name);
    if (found !== undefined) return found;
    known.set(name, false); // one that is below itself ends here
    const answer = before.has(parent) && isBeyond(parent);
    known.set(name, answer);
    return answer;
  };
  return isBeyond;
}

const UNKNOWN_COMMENT: Pick<SeenComment, 'platform' | 'parentId' | 'createdAt'> = {
  platform: '',
  parentId: null,
  createdAt: null,
};

/** When the oldest comment of a full leg was written; null when the leg is not full. */
function findOldestTime(platform: string, now: PresentComments): number | null {
  const leg = [...now.values()].filter(({ seen }) => seen.platform === platform);
  if (leg.length < LIMITS.commentsReturned) return null;
  const times = leg.flatMap(({ comment }) => readTimestamp(comment.createdAt).ms ?? []);
  return times.reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY);
}

/** The oldest first; those without a time come last, in their network's order. */
function sortByAge(comments: readonly Comment[]): readonly Comment[] {
  return comments
    .map((comment) => ({ comment, ms: readTimestamp(comment.createdAt).ms ?? Number.MAX_VALUE }))
    .sort((a, b) => a.ms - b.ms)
    .map(({ comment }) => comment);
}

/** A comment of which no more is known than its place. */
function buildGoneComment({ platform, key, parentId, createdAt }: SeenComment): Comment {
  return {
    platform,
    id: key.startsWith('=') ? key.slice(1) : null,
    parentId,
    author: { id: null, name: null, handle: null, url: null, avatarUrl: null },
    text: null,
    createdAt,
    likes: null,
    replyCount: null,
    url: null,
    replies: [],
    extra: {},
  };
}
