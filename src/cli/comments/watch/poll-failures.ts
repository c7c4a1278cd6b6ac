import { classifyError, readNetworkErrors } from '../../../domain/requests/read-answer.ts';
import type { CrierError, FailureKind } from '../../../errors.ts';
import { ERRORS } from '../../../service/errors.ts';
import { LIMITS } from '../../../service/limits.ts';
import { getLegName, readFailedLeg, UNNAMED } from '../../render/failures.ts';
import type { CommentsDocument } from '../comment.ts';

const TRANSIENT: readonly FailureKind[] = ['unavailable', 'limited', 'not-ready'];

/**
 * Whether the failure is transient, so that a later poll can succeed; for several networks, whether any of
 * them is.
 */
export function isTransient({ kind, facts }: CrierError): boolean {
  const legs = readNetworkErrors(facts.errors);
  if (legs.length === 0) return TRANSIENT.includes(kind) && !isOwnLimit(facts.code ?? null);
  return legs.some(
    ({ code }) => TRANSIENT.includes(classifyError({ code, http: facts.http ?? null })) && !isOwnLimit(code),
  );
}

/** Our own limit: the next poll is within a day, whatever the service requests. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1_000;

/**
 * The requested wait after a failure, in milliseconds; null for none. It comes from `Retry-After` or the
 * details. When all networks failed, the wait is at least the refresh interval of comments; after a rate
 * limit, the rest of its window.
 */
export function getRequestedWait({ kind, facts }: CrierError): number | null {
  const { errors = [], retryAfterMs } = facts;
  const said = retryAfterMs === undefined ? null : Math.min(retryAfterMs, LONGEST_WAIT_MS);
  if (errors.length > 0) return Math.max(said ?? 0, LIMITS.commentRefreshMs);
  return said ?? (kind === 'limited' ? LIMITS.requestRate.windowMs : null);
}

/**
 * Whether a network has reached a limit of its own, which the service does not set and a wait of ten minutes
 * does not lift.
 */
export function isOwnLimit(code: number | null): boolean {
  return code !== null && ERRORS[code]?.ownLimit === true;
}

/** Failures that were already reported, by network. */
export type ReportedFailures = ReadonlyMap<string, string>;

/**
 * Reports changes of failed networks: a failure is reported once, and again when it changes or ends. Excluded
 * networks are not reported again.
 */
export function reportNetworkFailures(
  { told, excluded }: { readonly told: ReportedFailures; readonly excluded: ReadonlySet<string> },
  document: CommentsDocument,
  { hasAnswered }: Pick<AnsweredNetworks, 'hasAnswered'>,
): { readonly sentences: readonly string[]; readonly told: ReportedFailures } {
  const now = new Map<string, string>();
  const sentences: string[] = [];
  for (const error of document.errors) {
    const { platform, code, words } = readFailedLeg(error);
    const name = platform || UNNAMED;
    if (excluded.has(name)) continue;
    const fault = code || words;
    const said = [code, words].filter((part) => part !== '').join(', ');
    now.set(name, fault);
    if (told.get(name) === fault) continue;
    sentences.push(
      isOwnLimit(error.code)
        ? `${getLegName(name)} has reached a limit of its own and is no longer watched: ${said}`
        : `${getLegName(name)} failed: ${said}`,
    );
  }
  for (const [name, fault] of told) {
    if (now.has(name) || excluded.has(name)) continue;
    if (name === UNNAMED || hasAnswered(name)) sentences.push(`${getLegName(name)} responds again`);
    else now.set(name, fault);
  }
  return { sentences, told: now };
}

/** Which networks a poll answered for. */
export interface AnsweredNetworks {
  /** Whether a network returned everything it has. */
  hasAnswered(platform: string): boolean;
  /** Networks for which the answer has neither comments nor an error; input of the next poll. */
  readonly absent: ReadonlySet<string>;
}

/** What is known besides the comments of an answer. */
interface PreviousNetworks {
  /** Networks that the answer has a list for, even an empty one. */
  readonly listed: ReadonlySet<string>;
  /** Networks with known comments. */
  readonly known: Iterable<string>;
  /** From the previous poll. */
  readonly previouslyAbsent: ReadonlySet<string>;
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
  { listed, known, previouslyAbsent }: PreviousNetworks,
): AnsweredNetworks {
  const failed = new Set(errors.map((error) => error.platform));
  const heard = new Set(comments.map((comment) => comment.platform));
  const isTold = status === 'success' || (status === 'partial' && errors.length > 0);
  const isSure = isTold && !failed.has(null);
  const absent = new Set([...known].filter((platform) => !listed.has(platform) && !failed.has(platform)));
  const isSilent = (platform: string) => absent.has(platform) && !previouslyAbsent.has(platform);
  return {
    absent,
    hasAnswered: (platform) =>
      !failed.has(platform) && (heard.has(platform) || (isSure && !isSilent(platform))),
  };
}
