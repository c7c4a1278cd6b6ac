import { getCommentFacts, getCommentSources } from '../../../domain/comments/comment-sources.ts';
import {
  createRecordReader,
  type FieldReader,
  getField,
  isRecord,
  type LooseRecord,
  matchExactly,
  readId,
  readNonEmpty,
  readString,
} from '../../../domain/json/loose-record.ts';
import { readNetworkErrors } from '../../../domain/requests/read-answer.ts';
import { isPlainTimestamp, readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { FanOutStatus, type NetworkError } from '../../../service/endpoints/comments.ts';
import { Platform } from '../../../service/platforms.ts';
import type { Comment, CommentsDocument } from './comment.ts';

/**
 * Normalizes the comments of all networks. Other fields are kept under `extra`, and an object that was only partly
 * used stays there whole, so that nothing is lost. It accepts any answer and never throws.
 *
 * @param body answer to reading comments
 * @see docs/command-line.md#output
 * @see docs/service/comments.md#record, #COM-09, #COM-10, #COM-27
 */
export function unifyComments(body: unknown): CommentsDocument {
  const { errors, ...head } = readCommentsEnvelope(body);
  return { ...head, comments: [...generateUnifiedComments(body)], errors };
}

/** Reads the envelope of an answer. */
export function readCommentsEnvelope(body: unknown): Omit<CommentsDocument, 'comments'> {
  const errors = [...readNetworkErrors(getField(body, 'errors'))];
  return {
    status: deriveStatus(getField(body, 'status'), errors),
    id: readId(getField(body, 'id'))?.value ?? null,
    lastUpdated: readTimestamp(getField(body, 'lastUpdated')).iso,
    nextUpdate: readTimestamp(getField(body, 'nextUpdate')).iso,
    errors,
  };
}

/**
 * Generates the comments of an answer as in `unifyComments`, one by one, so that a streamed list is never held in
 * memory.
 */
export function* generateUnifiedComments(body: unknown): Generator<Comment> {
  for (const [platform, leg] of generateNetworkLists(body))
    yield* unifyAll(leg, { platform, parentId: null, places: getCommentSources(platform) });
}

/** Returns the networks that an answer has a list for, even an empty one. */
export function listReportedNetworks(body: unknown): ReadonlySet<string> {
  return new Set(generateNetworkLists(body).map(([platform]) => platform));
}

function* generateNetworkLists(body: unknown): Generator<readonly [platform: string, leg: unknown]> {
  for (const [name, leg] of isRecord(body) ? Object.entries(body) : []) {
    if (Platform.safeParse(name).success || isUnknownNetwork(name, leg)) yield [name, leg];
  }
}

/** A read is partial if networks failed, whatever its status. @see docs/service/comments.md#COM-27 */
function deriveStatus(given: unknown, errors: readonly NetworkError[]): FanOutStatus {
  const status = FanOutStatus.safeParse(given);
  const said = status.success ? status.data : 'success';
  return said === 'success' && errors.length > 0 ? 'partial' : said;
}

/** An unknown network is recognized by its comments. */
function isUnknownNetwork(name: string, leg: unknown): boolean {
  return !ENVELOPE.includes(name) && isList(leg) && Iterator.from(leg).some(isComment);
}

/** Lists that are not networks, whose entries may have a comment's fields. */
const ENVELOPE: readonly string[] = ['errors', 'warnings'];

function isComment(entry: unknown): boolean {
  return getField(entry, 'commentId') !== undefined || getField(entry, 'comment') !== undefined;
}

/** The network of a list of records, and the comment they are replies to; null at the top level. */
interface ListContext extends Pick<Comment, 'platform' | 'parentId'> {
  places: ReturnType<typeof getCommentSources>;
}

/**
 * A single record is a list of one, an empty one is an empty list, and an invalid entry becomes a comment with the
 * entry under `extra`.
 */
function* unifyAll(list: unknown, context: ListContext): Generator<Comment> {
  const { platform } = context;
  if (list === undefined || list === null || isEmptyRecord(list)) return;
  const entries = isList(list) ? list : [list];
  // only X lists conversations flat, so the ids in the list tell which parents are included
  const beside = new Set(
    getCommentFacts(platform)?.isFlat
      ? Iterator.from(entries).map((entry) => getField(entry, 'commentId'))
      : [],
  );
  for (const entry of entries) yield unify(isRecord(entry) ? entry : { value: entry }, context, beside);
}

/** A list, in memory or streamed. */
function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function isEmptyRecord(value: unknown): boolean {
  return isRecord(value) && !isList(value) && Object.keys(value).length === 0;
}

const PLATFORM_PLACE = [['platform']] as const;

function unify(record: LooseRecord, context: ListContext, beside: ReadonlySet<unknown>): Comment {
  const { platform, parentId, places } = context;
  const reader = createRecordReader(record);
  reader.take(PLATFORM_PLACE, matchExactly(platform));
  const id = reader.take(places.id, readId);
  const handle = reader.take(places.handle, readHandle);
  const parent = reader.take(
    places.parentId,
    parentId === null ? createParentReader(record) : matchExactly(parentId),
  );
  const replies = getField(record, 'replies');
  // in the order in which they are printed; the last one is what the others did not take
  return {
    platform,
    id,
    parentId: parentId ?? parent ?? findParentOnX(record, beside),
    author: {
      id: reader.take(places.authorId, readId),
      name: reader.take(places.name, readNonEmpty) ?? handle,
      handle,
      url: reader.take(places.authorUrl, readNonEmpty),
      avatarUrl: reader.take(places.avatarUrl, readNonEmpty),
      isMe: readOwnMark(platform, record),
    },
    text: reader.take(places.text, readString),
    createdAt: reader.take(places.createdAt, readTime),
    likes: reader.take(places.likes, readCount),
    replyCount: reader.take(places.replyCount, readCount),
    url: reader.take(places.url, readNonEmpty),
    replies: replies === undefined ? [] : [...unifyAll(replies, { platform, parentId: id, places })],
    isAnswered: null,
    extra: reader.restWithout('replies'),
  };
}

/** What networks mark the comments of the post's own account with. @see docs/service/comments.md#record */
const OWN_MARKS: Readonly<Record<string, string>> = { facebook: 'company', tiktok: 'owner' };

/** Whether the network says that the comment is by the post's own account; null if it does not say. */
function readOwnMark(platform: string, record: LooseRecord): boolean | null {
  const mark = Object.hasOwn(OWN_MARKS, platform) ? record[OWN_MARKS[platform] ?? ''] : undefined;
  return mark === undefined ? null : mark === true;
}

/** Networks return the same handle with and without @. */
const readHandle: FieldReader<string> = (raw) => {
  const value = typeof raw === 'string' ? raw.slice(raw.startsWith('@') ? 1 : 0) : '';
  return value === '' ? null : { value, isComplete: true };
};

const readCount: FieldReader<number> = (raw) => {
  const value = typeof raw === 'string' && /^\d{1,15}$/.test(raw) ? Number(raw) : raw;
  return typeof value === 'number' && Number.isFinite(value)
    ? { value, isComplete: String(value) === String(raw) }
    : null;
};

/** A fraction of a second is not displayed, so the original stays under `extra`. */
const readTime: FieldReader<string> = (raw) => {
  if (isPlainTimestamp(raw)) return { value: raw, isComplete: true };
  const { iso } = readTimestamp(raw);
  return iso === null
    ? null
    : { value: iso, isComplete: typeof raw !== 'object' && !/\.\d*[1-9]/.test(String(raw)) };
};

/** A parent that is the post itself is not a comment. */
function createParentReader(record: LooseRecord): FieldReader<string> {
  return (raw) => {
    const id = readId(raw);
    return id === null || id.value === getPostId(record) ? null : id;
  };
}

function getPostId(record: LooseRecord): string | null {
  return readId(record['postId'] ?? record['videoId'])?.value ?? null;
}

/** X lists conversations flat; the parent is among the references. */
function findParentOnX({ referencedTweets }: LooseRecord, beside: ReadonlySet<unknown>): string | null {
  const references: readonly unknown[] = Array.isArray(referencedTweets) ? referencedTweets : [];
  const answered = references.find(
    (each) => getField(each, 'type') === 'replied_to' && beside.has(getField(each, 'id')),
  );
  return readId(getField(answered, 'id'))?.value ?? null;
}
