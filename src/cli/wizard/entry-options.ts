import type { LooseRecord } from '../../rules/loose-record.ts';

/** What is known of a trigger or action before it is asked about. */
export interface EntryOptions {
  /** Fields that are right, and not asked for. */
  readonly known?: LooseRecord;
  /** It was written by somebody who left out what can be left out: only what it cannot do without is asked for. */
  readonly onlyNeeded?: boolean;
  /** What it was: each answer of before is suggested. */
  readonly before?: LooseRecord;
}
