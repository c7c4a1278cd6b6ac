import type { CrierError } from '../../../errors.ts';
import { combineFailures } from './combine-failures.ts';

/** Failures whose details are kept, however many there are; fewer of ids that were not requested. */
const MOST_KEPT = { sent: 1_000, notSent: 20 };

/** The result of one id. */
interface TallyResult {
  readonly id: string;
  readonly failure: CrierError | null;
  /** Default: true. */
  readonly isSent?: boolean;
}

export type FailureTally = ReturnType<typeof createFailureTally>;

/** Counts what was read, and keeps the first failures. */
export function createFailureTally() {
  const kept: { readonly id: string; readonly failure: CrierError }[] = [];
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
    add({ id, failure, isSent = true }: TallyResult) {
      read += 1;
      if (failure === null) return;
      failed += 1;
      if (failure.kind === 'partial') incomplete += 1;
      if (kept.length < MOST_KEPT[isSent ? 'sent' : 'notSent']) kept.push({ id, failure });
    },
    /** The failure of the run; null without any. @param remainder what happened to the others */
    combine: ({
      total,
      remainder,
      noun,
    }: {
      readonly total: number;
      readonly remainder: string;
      readonly noun?: string | undefined;
    }): CrierError | null =>
      combineFailures(kept, {
        done: 'read',
        total,
        remainder,
        ...(noun !== undefined && { noun }),
        countsIncomplete: true,
        counts: { failed, incomplete },
      }),
  };
}
