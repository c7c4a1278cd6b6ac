import { CrierError, createUsageError } from '../../../errors.ts';
import type { Comment } from '../comment.ts';

/** A comment as archives keep it: without its replies, which have records of their own. */
export interface ArchivedComment extends Omit<Comment, 'id' | 'replies' | 'isAnswered'> {
  readonly id: string;
  /** The alias of the profile; null is the Primary Profile. */
  readonly profile: string | null;
  readonly postId: string;
  /** The text of the post. */
  readonly post: string | null;
  /** When it was added, in the service's time, as YYYY-MM-DDThh:mm:ssZ. */
  readonly archivedAt: string;
}

/** A file that keeps each comment once, by its network and id, however many processes add to it. */
export interface CommentArchive {
  /**
   * Adds the comments that are not in it, all of them or, when it fails, none.
   *
   * @returns how many were added
   * @throws CrierError `usage` when the file cannot be used, `unavailable` when others keep it locked
   */
  add(comments: readonly ArchivedComment[]): number;
  /** Number of last lines that were cut short, and were removed. */
  cutLines(): number;
  close(): void;
}

/** How an archive is opened. */
export interface ArchiveOptions {
  /** The absolute path. */
  readonly file: string;
  /** Only counts what would be added. */
  readonly isDryRun: boolean;
}

/** The key of a comment: ids of different networks can be equal. */
export function formatArchiveKey({ platform, id }: Pick<ArchivedComment, 'platform' | 'id'>): string {
  return JSON.stringify([platform, id]);
}

/** Advice for a file that cannot be used. */
export const OTHER_FILE = 'choose another file with --file';

/** A file that is not an archive, which stays unchanged. @param reason the end of the sentence */
export function createForeignFileError(file: string, reason: string): CrierError {
  return createUsageError(`${file} is not an archive of comments: ${reason}`, OTHER_FILE);
}

/** Runs an operation on an archive; its failures advise another file, not another place of this program's own files. */
export function runArchiveOperation<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CrierError) || error.kind !== 'usage') throw error;
    const [, remedy] = /^(.+?),? or choose another place/.exec(error.facts.advice ?? '') ?? [];
    const advice = remedy === undefined ? OTHER_FILE : `${remedy}, or ${OTHER_FILE}`;
    throw new CrierError(error.kind, error.message, { ...error.facts, advice });
  }
}
