import { getField } from '../../../domain/json/loose-record.ts';
import { readNetworkErrors } from '../../../domain/requests/read-answer.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { CrierError } from '../../../errors.ts';
import { getServiceTime } from '../../shell/service-time.ts';
import type { CommentsDocument } from '../comment.ts';
import type { CommentsResult } from '../read-comments.ts';
import { listReportedNetworks } from '../unify-comments.ts';
import type { CommentEvent, WatchedId } from './comment-event.ts';
import { computeFailureWait, computeUpdateWait } from './compute-poll-wait.ts';
import { type AnsweredNetworks, findAnsweredNetworks } from './find-answered-networks.ts';
import { findCommentChanges, type SeenComments } from './find-comment-changes.ts';
import { getRequestedWait, isTransient } from './poll-failures.ts';
import { isOwnLimit, reportNetworkFailures } from './report-network-failures.ts';
import type { WatchState } from './watch-state.ts';

/** The result of one poll of one id. */
export interface PollResult {
  readonly state: WatchState;
  /** What counts as seen until the events are known to be printed. */
  readonly doubtful: SeenComments;
  readonly events: readonly CommentEvent[];
  /** Notes, in order. */
  readonly sentences: readonly string[];
}

export interface CommentsPollOptions {
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
