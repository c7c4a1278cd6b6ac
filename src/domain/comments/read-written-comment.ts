import type {
  DeletedDocument,
  WrittenComment,
  WrittenDocument,
} from '../../service/endpoints/comment-writes.ts';
import type { FanOutStatus, NetworkError } from '../../service/endpoints/comments.ts';
import { Platform } from '../../service/platforms.ts';
import {
  createRecordReader,
  getField,
  isRecord,
  type LooseRecord,
  matchExactly,
  readId,
  readNonEmpty,
  readString,
} from '../json/loose-record.ts';
import { readNetworkErrors } from '../requests/read-answer.ts';

/**
 * Normalizes the answer to a comment or reply to one record per network. Other fields are kept under `extra`. It
 * accepts any answer and never throws.
 *
 * @param sentId id of the post or comment that was commented on
 * @param kind in the answer to a reply, `id` is the post's
 * @see docs/service/comments.md#create, #reply
 * @see docs/service/readings.md#U-35
 */
export function readWrittenComment(
  body: unknown,
  sentId: string,
  kind: 'comment' | 'reply',
): WrittenDocument {
  const { status, id: _echo, ...networks } = readDeletedComments(body);
  return { status, id: sentId, commentId: readNewCommentId(body, sentId, kind), ...networks };
}

/** Normalizes the answer to a deletion. @see docs/service/comments.md#delete */
export function readDeletedComments(body: unknown): DeletedDocument {
  const legs = listNetworkResults(body);
  const inside = new Set(legs.filter(isFailed).map(({ platform }) => platform));
  const listed = readNetworkErrors(getField(body, 'errors'))
    .filter(({ platform }) => platform === null || !inside.has(platform))
    .map(toFailedResult);
  const networks = [...legs, ...listed];
  return {
    status: deriveStatus(networks, getField(body, 'status')),
    id: readId(getField(body, 'id'))?.value ?? null,
    networks,
    errors: networks.flatMap(({ error }) => error ?? []),
  };
}

/** Whether any network succeeded, even if `status` is `error`. @see docs/service/comments.md#create */
export function hasWritten(body: unknown): boolean {
  return listWriteResults(body).some((leg) => !isFailed(leg));
}

export function findNestedFailures(body: unknown): readonly NetworkError[] {
  return listWriteResults(body).flatMap(({ error }) => error ?? []);
}

/** Results of a write are objects; lists belong to a read. */
function listWriteResults(body: unknown): readonly WrittenComment[] {
  const objects = Object.entries(isRecord(body) ? body : {}).filter(([, leg]) => isRecord(leg));
  return listNetworkResults(Object.fromEntries(objects));
}

/**
 * The service names it `commentId` or `id`; an `id` equal to the one sent is an echo, and that of a reply is the
 * post's.
 *
 * @see docs/service/readings.md#U-35
 */
function readNewCommentId(body: unknown, sentId: string, kind: 'comment' | 'reply'): string | null {
  const [commentId, id] = ['commentId', 'id'].map((name) => readId(getField(body, name))?.value ?? null);
  if (kind === 'reply') return commentId ?? null;
  return commentId ?? (id === sentId ? null : (id ?? null));
}

function isFailed({ status }: WrittenComment): boolean {
  return status !== 'success';
}

/** Partial if some networks succeeded and others failed, regardless of the answer's status. */
function deriveStatus(networks: readonly WrittenComment[], said: unknown): FanOutStatus {
  const failed = networks.filter(isFailed);
  if (failed.length > 0) return failed.length < networks.length ? 'partial' : 'error';
  return said === 'partial' || (said === 'error' && networks.length > 0) ? 'partial' : 'success';
}

/** One object per network; a list is accepted, too. */
function listNetworkResults(body: unknown): readonly WrittenComment[] {
  return Object.entries(isRecord(body) ? body : {}).flatMap(([name, leg]) => {
    const entries = (Array.isArray(leg) ? leg : [leg]).filter(isRecord);
    const isNetwork = Platform.safeParse(name).success || (!ENVELOPE.has(name) && entries.some(isComment));
    return isNetwork ? entries.map((entry) => readNetworkResult(name, entry)) : [];
  });
}

const ENVELOPE: ReadonlySet<string> = new Set(['errors', 'warnings', 'details']);

/** An unknown network is recognized by its fields. */
function isComment(leg: LooseRecord): boolean {
  return leg['commentId'] !== undefined || leg['action'] !== undefined;
}

function readNetworkResult(platform: string, record: LooseRecord): WrittenComment {
  const reader = createRecordReader(record);
  reader.take([['platform']], matchExactly(platform));
  const status = reader.take([['status']], readNonEmpty) ?? 'success';
  const written = {
    platform,
    status,
    commentId: reader.take([['commentId'], ['id']], readId),
    sourceCommentId: reader.take([['sourceCommentId']], readId),
    text: reader.take([['comment']], readString),
    url: reader.take([['commentUrl'], ['postUrl'], ['url']], readNonEmpty),
  };
  const [error = null] = status === 'success' ? [] : readNetworkErrors([{ ...record, platform }]);
  return { ...written, error, extra: reader.restWithout(null) };
}

/** The result of a network that has only an error. */
export function toFailedResult(error: NetworkError): WrittenComment {
  return {
    platform: error.platform,
    status: error.status ?? 'error',
    commentId: null,
    sourceCommentId: null,
    text: null,
    url: null,
    error,
    extra: {},
  };
}
