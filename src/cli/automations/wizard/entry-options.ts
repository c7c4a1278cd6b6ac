import type { LooseRecord } from '../../../domain/json/loose-record.ts';

/** What is known of a trigger or action before the questions. */
export interface EntryOptions {
  /** Valid fields, which are not asked for. */
  readonly known?: LooseRecord;
  /** Asks only for required fields: the entry was written by the user without the optional ones. */
  readonly onlyNeeded?: boolean;
  /** The previous entry, whose values are suggested. */
  readonly before?: LooseRecord;
}
