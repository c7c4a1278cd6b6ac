import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import { runFileOperation } from '../../../storage/explain-file-fault.ts';

/** What an archive keeps, and how a run names its file. */
export interface ArchiveKind {
  /** Plural: `comments`. */
  readonly contents: string;
  readonly flag: `--${string}`;
}

/** How an archive is opened. */
export interface ArchiveOptions {
  /** The absolute path. */
  readonly file: string;
  /** Only counts what would be added. */
  readonly isDryRun: boolean;
}

/** Advice for a file that cannot be used. */
const adviseOtherFile = ({ flag }: ArchiveKind) => `choose another file with ${flag}`;

/** A file that is not an archive of this kind, which stays unchanged. @param reason the end of the sentence */
export function createForeignFileError(file: string, reason: string, kind: ArchiveKind): CrierError {
  return createUsageError(`${file} is not an archive of ${kind.contents}: ${reason}`, adviseOtherFile(kind));
}

/** Runs an operation on an archive; its failures advise another file, not another place of this program's own files. */
export function runArchiveOperation<Result>(kind: ArchiveKind, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CrierError) || error.kind !== 'usage') throw error;
    const [, remedy] = /^(.+?),? or choose another place/.exec(error.facts.advice ?? '') ?? [];
    const other = adviseOtherFile(kind);
    const advice = remedy === undefined ? other : `${remedy}, or ${other}`;
    throw new CrierError(error.kind, error.message, { ...error.facts, advice });
  }
}

/**
 * Finds the place of an archive.
 *
 * @throws CrierError of kind usage when its folder does not exist, or it is a symbolic link or not a plain file
 */
export function locateArchive(given: string, folder: string, kind: ArchiveKind): string {
  const path = resolve(folder, given);
  const what = `cannot use ${path}`;
  const file = runArchiveOperation(kind, () =>
    runFileOperation(what, () => join(realpathSync(dirname(path)), basename(path))),
  );
  const found = runFileOperation(what, () => lstatSync(file, { throwIfNoEntry: false }));
  if (found === undefined || found.isFile()) return file;
  throw createUsageError(`${what}: it is a symbolic link or not a plain file`, adviseOtherFile(kind));
}

/** A note about lines that were cut short; none without them. */
export function listCutLineNotes({
  dryRun,
  cutLines,
}: {
  dryRun: boolean;
  cutLines: number;
}): readonly string[] {
  if (cutLines === 0) return [];
  const one = dryRun ? 'a run without --dry-run removes a last one' : 'a last one was removed';
  return [
    `${formatCount(cutLines, 'line')} of the archive ${cutLines === 1 ? 'is' : 'are'} not whole, since a run was killed or the power failed: ${one}, others are passed over`,
  ];
}

/** A note about a run that adds nothing. */
export const NOTHING_WRITTEN = 'nothing was written (--dry-run)';
