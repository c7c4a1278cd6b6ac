import type { CrierError } from '../../errors.ts';
import type { Comment } from '../../facts/comment.ts';
import type { WatchedId } from '../../facts/comment-event.ts';
import type { SeenComments } from '../../rules/find-comment-changes.ts';
import type { CursorFile } from './cursor-file.ts';
import type { ReportedFailures } from './report-network-failures.ts';

/** One id that is watched, as it stands between two looks. */
export interface WatchState {
  readonly id: string;
  readonly cursorFile: CursorFile;
  readonly seen: SeenComments;
  readonly remembered: ReadonlyMap<string, Comment>;
  /** When the last look was, and the next one is due, in the time of the watch. */
  readonly lookedAt: number;
  readonly due: number;
  /** The next look takes everything as known. */
  readonly skipsExisting: boolean;
  readonly unheard: ReadonlySet<string>;
  /** Networks that the last answer did not speak of at all. */
  readonly absent: ReadonlySet<string>;
  /** Networks that reached a limit of their own. */
  readonly excluded: ReadonlySet<string>;
  readonly told: ReportedFailures;
  /** Looks that failed in a row. */
  readonly failures: number;
  /** What the last look failed with, as far as it was said; null when it did not. */
  readonly fault: string | null;
  /** What the last look failed with; null when it brought an answer. */
  readonly failure: CrierError | null;
  /** It is not watched any more. */
  readonly hasEnded: boolean;
  /** How the last look went; null when there was none. */
  readonly last: WatchedId | null;
  /** What time it was for the service when it last answered, in milliseconds since 1970; 0 when it did not say. */
  readonly asOf: number;
  readonly hasCursorFault: boolean;
}
