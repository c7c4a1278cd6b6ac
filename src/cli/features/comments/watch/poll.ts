import { getField } from '../../../../domain/json/loose-record.ts';
import { readNetworkErrors } from '../../../../domain/requests/read-answer.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import type { CrierError } from '../../../../errors.ts';
import { getServiceTime } from '../../../framework/command/command.ts';
import { getLegName, readFailedLeg, UNNAMED } from '../../../framework/output/failures.ts';
import type { Comment, CommentsDocument } from '../comment.ts';
import type { CommentsResult } from '../read-comments.ts';
import { listReportedNetworks } from '../unify-comments.ts';
import type { CursorFile } from './cursor-file.ts';
import {
  type CommentEvent,
  findCommentChanges,
  type SeenComments,
  type WatchedId,
} from './find-comment-changes.ts';
import {
  computeFailureWait,
  computeUpdateWait,
  getRequestedWait,
  isOwnLimit,
  isTransient,
} from './watch-time.ts';

/** The result of one poll of one id. */
export interface PollResult {
  readonly state: WatchState;
  /** What counts as seen until the events are known to be printed. */
  readonly doubtful: SeenComments;
  readonly events: readonly CommentEvent[];
  /** Notes, in order. */
  readonly sentences: readonly string[];
}

/**
 * Finds the events of a response, and when to poll again.
 *
 * @param counts whether changes of likes, replies and other counts are reported
 * @param now the watch's time of the response, in milliseconds since 1970
 * @see docs/service/comments.md#COM-13, #COM-14, #COM-27
 */
export function handlePollAnswer(
  followed: WatchState,
  { document, answer }: CommentsResult,
  { counts, now }: { counts: boolean; now: number },
): PollResult {
  const networks = findNetworks(followed, document, answer.body);
  const { reported, sentences } = reportNetworkFailures(followed, document, networks.hasAnswered);
  const excluded = excludeNetworks(followed, document);
  const { skipsExisting, unheard, id } = followed;
  const changes = findCommentChanges(followed.seen, document, {
    counts,
    excluded,
    isBaseline: (platform) => skipsExisting || unheard.has(platform),
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
      excluded,
      reported,
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

type FailureReport = Pick<WatchState, 'reported' | 'excluded' | 'fault'> & Pick<PollResult, 'sentences'>;

function reportNetworks(followed: WatchState, document: CommentsDocument): FailureReport {
  const { reported, sentences } = reportNetworkFailures(followed, document, () => false);
  return { reported, sentences, excluded: excludeNetworks(followed, document), fault: null };
}

function reportFailure(
  { reported, excluded, fault }: WatchState,
  { message, facts: { code = null } }: CrierError,
): FailureReport {
  const said = `${message}${code === null ? '' : ` (${code})`}`;
  return { reported, excluded, fault: said, sentences: said === fault ? [] : [said] };
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
  /** Failures that were already reported, by network. */
  readonly reported: ReadonlyMap<string, string>;
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

/**
 * Reports changes of failed networks: a failure is reported once, and again when it changes or ends. Excluded
 * networks are not reported again.
 */
function reportNetworkFailures(
  { reported, excluded }: WatchState,
  document: CommentsDocument,
  hasAnswered: AnsweredNetworks['hasAnswered'],
): { sentences: PollResult['sentences']; reported: WatchState['reported'] } {
  const now = new Map<string, string>();
  const sentences: string[] = [];
  for (const error of document.errors) {
    const { platform, code, words } = readFailedLeg(error);
    const name = platform || UNNAMED;
    if (excluded.has(name)) continue;
    const fault = code || words;
    const said = [code, words].filter((part) => part !== '').join(', ');
    now.set(name, fault);
    if (reported.get(name) === fault) continue;
    sentences.push(
      isOwnLimit(error.code)
        ? `${getLegName(name)} has reached a limit of its own and is no longer watched: ${said}`
        : `${getLegName(name)} failed: ${said}`,
    );
  }
  for (const [name, fault] of reported) {
    if (now.has(name) || excluded.has(name)) continue;
    if (name === UNNAMED || hasAnswered(name)) sentences.push(`${getLegName(name)} responds again`);
    else now.set(name, fault);
  }
  return { sentences, reported: now };
}

/** Which networks a poll answered for. */
export interface AnsweredNetworks {
  /** Whether a network returned everything it has. */
  hasAnswered(platform: string): boolean;
  /** Networks for which the answer has neither comments nor an error; input of the next poll. */
  absent: ReadonlySet<string>;
}

/**
 * Finds the networks that answered completely. An error without a network's name may concern any network without
 * comments.
 *
 * An answer has one array per network with comments, so a network without one may have no comments left. It may also
 * be missing by mistake, and reporting all its comments as gone and then as new is worse than reporting them as gone
 * ten minutes later. A network is therefore considered empty only when absent from two consecutive answers.
 *
 * @see docs/service/comments.md#record, #COM-15
 */
export function findAnsweredNetworks(
  { status, comments, errors }: CommentsDocument,
  {
    listed,
    known,
    previouslyAbsent,
  }: {
    /** Networks that the answer has a list for, even an empty one. */
    listed: ReadonlySet<string>;
    /** Networks with known comments. */
    known: Iterable<string>;
    /** From the previous poll. */
    previouslyAbsent: ReadonlySet<string>;
  },
): AnsweredNetworks {
  const failed = new Set(errors.map((error) => error.platform));
  const heard = new Set(comments.map((comment) => comment.platform));
  const isReported = status === 'success' || (status === 'partial' && errors.length > 0);
  const isSure = isReported && !failed.has(null);
  const absent = new Set([...known].filter((platform) => !listed.has(platform) && !failed.has(platform)));
  const isSilent = (platform: string) => absent.has(platform) && !previouslyAbsent.has(platform);
  return {
    absent,
    hasAnswered: (platform) =>
      !failed.has(platform) && (heard.has(platform) || (isSure && !isSilent(platform))),
  };
}
