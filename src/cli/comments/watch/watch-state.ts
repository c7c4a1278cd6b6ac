import type { CrierError } from '../../../errors.ts';
import type { Comment } from '../comment.ts';
import type { WatchedId } from './comment-event.ts';
import type { CursorFile } from './cursor-file.ts';
import type { SeenComments } from './find-comment-changes.ts';
import type { ReportedFailures } from './report-network-failures.ts';

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
