import { getField } from '../../../domain/json/loose-record.ts';
import { readNetworkErrors } from '../../../domain/requests/read-answer.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { CrierError } from '../../../errors.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { getServiceTime } from '../../shell/command.ts';
import type { Comment, CommentsDocument } from '../comment.ts';
import type { CommentsResult } from '../read-comments.ts';
import { listReportedNetworks } from '../unify-comments.ts';
import type { CommentEvent, WatchedId } from './comment-event.ts';
import type { CursorFile } from './cursor-file.ts';
import { findCommentChanges, type SeenComments } from './find-comment-changes.ts';
import {
  type AnsweredNetworks,
  findAnsweredNetworks,
  getRequestedWait,
  isOwnLimit,
  isTransient,
  type ReportedFailures,
  reportNetworkFailures,
} from './poll-failures.ts';

/** The result of one poll of one id. */
export interface PollResult {
  readonly state: WatchState;
  /** What counts as seen until the events are known to be printed. */
  readonly doubtful: SeenComments;
  readonly events: readonly CommentEvent[];
  /** Notes, in order. */
  readonly sentences: readonly string[];
}

interface CommentsPollOptions {
  /** Also reports changes of counts such as likes and replies. */
  readonly counts: boolean;
  /** The watch's time of the response, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Finds the events of a response, and when to poll again.
 *
 * @see docs/service/comments.md#COM-13, #COM-14, #COM-27
 */
export function handlePollAnswer(
  followed: WatchState,
  { document, answer }: CommentsResult,
  { counts, now }: CommentsPollOptions,
): PollResult {
  const networks = findNetworks(followed, document, answer.body);
  const { told, sentences } = reportNetworkFailures(followed, document, networks);
  const leftOut = excludeNetworks(followed, document);
  const { skipsExisting, unheard, id } = followed;
  const isTaken = (platform: string) => skipsExisting || unheard.has(platform);
  const changes = findCommentChanges(followed.seen, document, {
    counts,
    excluded: leftOut,
    isBaseline: isTaken,
    remembered: followed.remembered,
    hasAnswered: networks.hasAnswered,
  });
  const { asOf } = getServiceTime(answer);
  // the document's time is rounded to seconds
  const nextUpdate = readTimestamp(getField(answer.body, 'nextUpdate')).ms;
  const waitMs = computeUpdateWait({ nextUpdate, now: asOf ?? now });
  return {
    state: {
      ...followed,
      seen: changes.seen,
      remembered: changes.remembered,
      lookedAt: now,
      due: Math.ceil(now + waitMs),
      skipsExisting: false,
      unheard: listUnanswered(followed, document, networks),
      absent: networks.absent,
      excluded: leftOut,
      told,
      failures: 0,
      failure: null,
      fault: null,
      last: toWatchedId(id, document),
      asOf: asOf ?? 0,
    },
    doubtful: changes.doubtful,
    events: skipsExisting ? [] : changes.events.map((event) => ({ ...event, requestedId: id })),
    sentences: [...(followed.fault === null ? [] : ['the service responds again']), ...sentences],
  };
}

function excludeNetworks({ excluded }: WatchState, { errors }: CommentsDocument): ReadonlySet<string> {
  const reached = errors.flatMap(({ platform, code }) =>
    platform !== null && isOwnLimit(code) ? [platform] : [],
  );
  return new Set([...excluded, ...reached]);
}

function findNetworks(followed: WatchState, document: CommentsDocument, body: unknown): AnsweredNetworks {
  const { seen, unheard, absent } = followed;
  const withComments = seen.values().map(({ platform }) => platform);
  return findAnsweredNetworks(document, {
    listed: listReportedNetworks(body),
    known: new Set([...withComments, ...unheard]),
    previouslyAbsent: absent,
  });
}

/** Networks that failed while existing comments were skipped: theirs are skipped when they respond. */
function listUnanswered(
  { skipsExisting, unheard }: WatchState,
  document: CommentsDocument,
  { hasAnswered }: AnsweredNetworks,
): ReadonlySet<string> {
  const silent = skipsExisting ? document.errors.flatMap(({ platform }) => platform ?? []) : unheard;
  return new Set([...silent].filter((platform) => !hasAnswered(platform)));
}

function toWatchedId(id: string, { status, lastUpdated, nextUpdate, errors }: CommentsDocument): WatchedId {
  return { id, status, lastUpdated, nextUpdate, errors };
}

/**
 * Handles a failed poll: schedules another one, or ends watching the id.
 *
 * @param now the time of the watch, in milliseconds since 1970
 */
export function handlePollFailure(followed: WatchState, error: CrierError, now: number): PollResult {
  const { id } = followed;
  const document = toFailedDocument(id, error);
  const failures = followed.failures + 1;
  const isOver = !isTransient(error);
  const { sentences, ...known } =
    document.errors.length > 0 ? reportNetworks(followed, document) : reportFailure(followed, error);
  return {
    state: {
      ...followed,
      ...known,
      lookedAt: now,
      due: Math.ceil(now + computeFailureWait(failures, getRequestedWait(error))),
      failures,
      failure: error,
      hasEnded: isOver,
      last: toWatchedId(id, document),
    },
    doubtful: followed.seen,
    events: [],
    sentences: isOver ? [...sentences, 'this is a permanent error: the id is no longer watched'] : sentences,
  };
}

/**
 * When all networks failed, the response is an error that lists them like a partial one.
 *
 * @see docs/service/comments.md#COM-15
 */
function toFailedDocument(id: string, { facts }: CrierError): CommentsDocument {
  const errors = [...readNetworkErrors(facts.errors)];
  return { status: 'error', id, lastUpdated: null, nextUpdate: null, comments: [], errors };
}

type FailureReport = Pick<WatchState, 'told' | 'excluded' | 'fault'> & Pick<PollResult, 'sentences'>;

function reportNetworks(followed: WatchState, document: CommentsDocument): FailureReport {
  const { told, sentences } = reportNetworkFailures(followed, document, { hasAnswered: () => false });
  return { told, sentences, excluded: excludeNetworks(followed, document), fault: null };
}

function reportFailure(
  { told, excluded, fault }: WatchState,
  { message, facts: { code = null } }: CrierError,
): FailureReport {
  const said = `${message}${code === null ? '' : ` (${code})`}`;
  return { told, excluded, fault: said, sentences: said === fault ? [] : [said] };
}

/** The state of one watched id between two polls. */
export interface WatchState {
  readonly id: string;
  readonly cursorFile: CursorFile;
  readonly seen: SeenComments;
  readonly remembered: ReadonlyMap<string, Comment>;
  /** When the last poll was, and the next one is due, in the watch's time. */
  readonly lookedAt: number;
  readonly due: number;
  /** The next poll treats everything as known. */
  readonly skipsExisting: boolean;
  readonly unheard: ReadonlySet<string>;
  /** Networks that the last response did not mention. */
  readonly absent: ReadonlySet<string>;
  /** Networks that reached a limit of their own. */
  readonly excluded: ReadonlySet<string>;
  readonly told: ReportedFailures;
  /** Consecutive failed polls. */
  readonly failures: number;
  /** The last printed failure; null when the last poll succeeded. */
  readonly fault: string | null;
  /** The failure of the last poll; null when it succeeded. */
  readonly failure: CrierError | null;
  /** Whether watching it has ended. */
  readonly hasEnded: boolean;
  /** The result of the last poll; null before the first. */
  readonly last: WatchedId | null;
  /** The service's time of its last response, in milliseconds since 1970; 0 when it is unknown. */
  readonly asOf: number;
  readonly hasCursorFault: boolean;
}

/** Ours: minimum poll interval, whatever the service answers. */
export const MIN_WAIT_MS = 5 * SECOND_MS;
/** Ours: first wait after a transient failure; it doubles up to the refresh interval. */
export const FIRST_RETRY_MS = 30 * SECOND_MS;

/**
 * Computes the wait before the next poll: until the comments are refreshed. Without a time, or with one in the past,
 * it is the default interval.
 *
 * @param nextUpdate milliseconds since 1970-01-01T00:00:00Z; null if the answer does not include it
 * @param now the service's time when it answered
 * @returns whole milliseconds, at least `MIN_WAIT_MS`
 * @see docs/service/comments.md#COM-13, #COM-14
 */
export function computeUpdateWait({ nextUpdate, now }: { nextUpdate: number | null; now: number }): number {
  if (nextUpdate === null || !(nextUpdate > now)) return LIMITS.commentRefreshMs;
  return Math.max(MIN_WAIT_MS, Math.ceil(nextUpdate - now));
}

/**
 * Computes the wait after a transient failure: exponential backoff up to the refresh interval, or longer if the
 * service asks for it.
 *
 * @param failures number of consecutive failures, including this one
 * @param askedForMs the wait that the service asks for, or null
 * @returns whole milliseconds
 */
export function computeFailureWait(failures: number, askedForMs: number | null): number {
  const growing = Math.min(LIMITS.commentRefreshMs, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 30));
  return Math.max(growing, Math.ceil(askedForMs ?? 0));
}
