import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import type { NetworkError } from '../../../service/endpoints/comments.ts';
import { getLegName, readFailedLeg } from '../output/failures.ts';
import { crier, toValueWords } from '../output/text/shell-command.ts';

/** The result for one of several ids. */
interface IdOutcome {
  readonly id: string;
  /** Null on success. */
  readonly failure: CrierError | null;
}

/** Wording: the action, and what happened to the ids that succeeded. */
interface FailureWording {
  /** `read` */
  readonly done: string;
  /** `the others are printed` */
  readonly remainder: string;
}

interface CombineOptions extends FailureWording {
  /** Number of ids, when a run may end before all of them were requested. */
  readonly total?: number;
  /** What the ids are of, such as `profile`, where they are named as such. */
  readonly noun?: string;
  /** How many failed, and how many of these in part, when only some of the failures were kept. */
  readonly counts?: { readonly failed: number; readonly incomplete: number };
  /** Counts ids of which some networks failed by themselves, as incomplete. */
  readonly countsIncomplete?: boolean;
}

/**
 * Combines failures: some are a partial success; when all failed, the first one decides the exit code. Null
 * for none.
 */
export function combineFailures(
  all: readonly IdOutcome[],
  { done, remainder, total = all.length, noun, countsIncomplete = false, counts }: CombineOptions,
): CrierError | null {
  const failed = all.flatMap(({ id, failure }) => (failure === null ? [] : [{ id, failure }]));
  const [first] = failed;
  if (first === undefined) return null;
  const errors = failed.flatMap(({ id, failure }) => listFailureEntries(id, failure));
  const kept = {
    failed: failed.length,
    incomplete: countsIncomplete ? failed.filter(({ failure }) => failure.kind === 'partial').length : 0,
  };
  const { failed: failedCount, incomplete } = counts ?? kept;
  const undone = failedCount - incomplete;
  const amount = noun === undefined ? total : formatCount(total, noun);
  const message = [
    ...(undone > 0 ? [`${undone} of ${amount} could not be ${done}`] : []),
    ...(incomplete > 0 ? [`${incomplete} of ${amount} incomplete`] : []),
  ].join(', ');
  const { kind, facts } = first.failure;
  if (undone === total && kind !== 'partial') return new CrierError(kind, message, { ...facts, errors });
  const unlisted = failedCount - failed.length;
  return new CrierError('partial', message, {
    http: 200,
    errors,
    advice: `${unlisted > 0 ? `the first ${failed.length} are listed; ` : ''}${formatErrorsShowAdvice(errors)}${remainder}`,
  });
}

/** Lists the failure of an id, or the failed networks of a partial one. */
export function listFailureEntries(id: string, { kind, message, facts }: CrierError): readonly object[] {
  if (kind === 'partial') return (facts.errors ?? []).map((leg) => ({ ...Object(leg), requestedId: id }));
  const [leg, ...others] = facts.errors ?? [];
  const { platform = '' } = others.length === 0 && leg !== undefined ? readFailedLeg(leg) : {};
  return [{ ...(platform !== '' && { platform }), requestedId: id, code: facts.code ?? null, message }];
}

/**
 * The failure of some networks.
 *
 * @param answered networks that returned something
 * @param what is printed of them
 */
export function createPartialFailure(
  errors: readonly NetworkError[],
  answered: ReadonlySet<string>,
  what = 'comments',
): CrierError {
  const failed = errors.map((error) => getLegName(readFailedLeg(error).platform)).join(', ');
  return new CrierError('partial', `${formatCount(errors.length, 'network')} failed: ${failed}`, {
    http: 200,
    errors,
    advice: `${what} of ${formatCount(answered.size, 'network')} are printed; ${formatErrorsShowAdvice(errors)}--allow-partial makes this exit 0`,
  });
}

/** {@link formatErrorsShow} as the start of an advice. */
export function formatErrorsShowAdvice(errors: readonly unknown[]): string {
  const sentence = formatErrorsShow(errors);
  return sentence === '' ? '' : `${sentence}; `;
}

/** Names the command that explains these failures; empty when none of them has a code. */
export function formatErrorsShow(errors: readonly unknown[]): string {
  const codes = [...new Set(errors.map((error) => readFailedLeg(error).code))].filter((code) =>
    /^\d+$/.test(code),
  );
  return codes.length === 0 ? '' : `"${crier`errors show ${toValueWords(codes)}`}" explains what to do`;
}

/** A failed network in one sentence. */
export function formatFailedNetwork(error: NetworkError): string {
  const { platform, code, words } = readFailedLeg(error);
  return `${getLegName(platform)} failed: ${[code, words].filter((part) => part !== '').join(', ')}`;
}

/** Sentences about ids, one for each reason. @param all with null where there is none @param noun `post` */
export function summarizeReasons(
  all: readonly { readonly id: string; readonly message: string | null }[],
  noun: string,
): readonly string[] {
  const found = all.flatMap(({ id, message }) => (message === null ? [] : [{ id, message }]));
  return [...Map.groupBy(found, ({ message }) => message)].map(([message, ids]) => {
    const [first, ...others] = ids;
    return `${others.length === 0 ? `the ${noun} ${first?.id}` : formatCount(ids.length, noun)}: ${message}`;
  });
}
