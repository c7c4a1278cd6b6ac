import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import type { NetworkError } from '../../../service/endpoints/comments.ts';
import { getLegName, readFailedLeg } from '../output/failures.ts';
import { crier, toValueWords } from '../output/text/shell-command.ts';

/** Failures whose details are kept, however many there are; fewer of ids that were not requested. */
const MOST_KEPT = { sent: 1_000, notSent: 20 };
/** For a command whose error lists every id that failed. */
export const ALL_KEPT: typeof MOST_KEPT = {
  sent: Number.POSITIVE_INFINITY,
  notSent: Number.POSITIVE_INFINITY,
};

export type FailureTally = ReturnType<typeof createFailureTally>;

/** Counts what was read, and keeps the first failures. @param most how many of them */
export function createFailureTally(most = MOST_KEPT) {
  const kept: { id: string; failure: CrierError }[] = [];
  let [read, failed, incomplete] = [0, 0, 0];
  return {
    get read() {
      return read;
    },
    get failed() {
      return failed;
    },
    /** Failed, and nothing of them was read. */
    get unread() {
      return failed - incomplete;
    },
    add({
      id,
      failure,
      isSent = true,
    }: {
      id: string;
      failure: CrierError | null;
      /** Default: true. */
      isSent?: boolean;
    }) {
      read += 1;
      if (failure === null) return;
      failed += 1;
      if (failure.kind === 'partial') incomplete += 1;
      if (kept.length < most[isSent ? 'sent' : 'notSent']) kept.push({ id, failure });
    },
    /** The failure of the run; null without any. @param remainder what happened to the others */
    combine: ({
      total,
      remainder,
      noun,
    }: {
      total: number;
      remainder: string;
      noun?: string | undefined;
    }): CrierError | null =>
      combineFailures(kept, {
        done: 'read',
        total,
        remainder,
        noun,
        countsIncomplete: true,
        counts: { failed, incomplete },
      }),
  };
}

/**
 * Combines failures: some are a partial success; when all failed, the first one decides the exit code. Null
 * for none.
 */
export function combineFailures(
  all: readonly { readonly id: string; readonly failure: CrierError | null }[],
  {
    done,
    remainder,
    total = all.length,
    noun,
    countsIncomplete = false,
    counts,
  }: {
    /** The action: `read`. */
    done: string;
    /** What happened to the ids that succeeded: `the others are printed`. */
    remainder: string;
    /** Number of ids, when a run may end before all of them were requested. */
    total?: number;
    /** What the ids are of, such as `profile`, where they are named as such. */
    noun?: string | undefined;
    /** How many failed, and how many of these in part, when only some of the failures were kept. */
    counts?: { failed: number; incomplete: number };
    /** Counts ids of which some networks failed by themselves, as incomplete. */
    countsIncomplete?: boolean;
  },
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
function formatErrorsShow(errors: readonly unknown[]): string {
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
  all: readonly { id: string; message: string | null }[],
  noun: string,
): readonly string[] {
  const found = all.flatMap(({ id, message }) => (message === null ? [] : [{ id, message }]));
  return [...Map.groupBy(found, ({ message }) => message)].map(([message, ids]) => {
    const [first, ...others] = ids;
    return `${others.length === 0 ? `the ${noun} ${first?.id}` : formatCount(ids.length, noun)}: ${message}`;
  });
}

/** A network of an id that was not read, or an id of which nothing was. */
export interface UnreadPart {
  readonly id: string;
  readonly error: unknown;
}

/**
 * The note about entries of a failure, which name their ids where there are several.
 *
 * @param noun what the ids are of; null for a single one
 */
export function listUnreadNotes(
  errors: readonly unknown[] | undefined,
  noun: string | null,
): readonly string[] {
  const parts = (errors ?? []).map((error) => ({ id: readFailedLeg(error).requestedId, error }));
  const sentence = summarizeUnread(parts, { noun });
  return sentence === null ? [] : [sentence];
}

/**
 * What was not read, in one sentence however much it is: `TikTok in 3 posts (288), Facebook in 1 post (485)`, and the
 * command that explains the codes. A single part has its words beside the code.
 *
 * @param noun what the ids are of; null where there is only one, which is not counted
 * @param namesCommand whether readers may run the command that explains the codes
 * @returns null for no parts
 */
export function summarizeUnread(
  parts: readonly UnreadPart[],
  {
    noun = 'post',
    start = 'not read: ',
    namesCommand = true,
  }: { noun?: string | null; start?: string; namesCommand?: boolean } = {},
): string | null {
  const [first] = parts;
  if (first === undefined) return null;
  if (parts.length === 1) return start + describeOnly(first, noun);
  const groups = Map.groupBy(parts, ({ error }) => readFailedLeg(error).platform).values();
  const reported = [...groups.map((group) => describeGroup(group, noun))].join(', ');
  const help = namesCommand ? formatErrorsShow(parts.map(({ error }) => error)) : '';
  return `${start}${reported}${help === '' ? '' : `; ${help}`}`;
}

/** `TikTok in 3 posts (288)`; a single id that failed as a whole is named. */
function describeGroup(parts: readonly UnreadPart[], noun: string | null): string {
  const legs = parts.map(({ error }) => readFailedLeg(error));
  const ids = [...new Set(parts.map(({ id }) => id))];
  const count = noun === null ? '' : formatCount(ids.length, noun);
  const whole = ids.length === 1 ? `the ${noun} ${ids[0]}` : count;
  const platform = legs[0]?.platform ?? '';
  const name =
    platform === '' && noun !== null ? whole : [getLegName(platform), count].filter(Boolean).join(' in ');
  const reasons = [...new Set(legs.map(({ code, words }) => code || words))].filter(Boolean).join(', ');
  return reasons === '' ? name : `${name} (${reasons})`;
}

/** `TikTok (288: The TikTok post is still being processed.)` */
function describeOnly({ id, error }: UnreadPart, noun: string | null): string {
  const { platform, code, words } = readFailedLeg(error);
  const name = platform === '' && noun !== null && id !== '' ? `the ${noun} ${id}` : getLegName(platform);
  return `${name} (${[code, words].filter(Boolean).join(': ')})`;
}
