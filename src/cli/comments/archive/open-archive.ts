import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { createUsageError } from '../../../errors.ts';
import { runFileOperation } from '../../../storage/explain-file-fault.ts';
import {
  type ArchiveOptions,
  type CommentArchive,
  OTHER_FILE,
  runArchiveOperation,
} from './comment-archive.ts';

type ArchiveFormat = 'ndjson' | 'sqlite';

const FORMATS: ReadonlyMap<string, ArchiveFormat> = new Map([
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
  ['.sqlite', 'sqlite'],
  ['.sqlite3', 'sqlite'],
  ['.db', 'sqlite'],
]);

/** The format of an archive by the ending of its name. @throws CrierError of kind usage for another ending */
export function readArchiveFormat(file: string): ArchiveFormat {
  const format = FORMATS.get(extname(file).toLowerCase());
  if (format !== undefined) return format;
  throw createUsageError(
    'the format of the archive is not clear from the name of its file',
    'end the name in .ndjson (a JSON document on each line) or .sqlite',
  );
}

/**
 * Finds the place of an archive.
 *
 * @throws CrierError of kind usage when its folder does not exist, or it is a symbolic link or not a plain file
 */
export function locateArchive(given: string, folder: string): string {
  const path = resolve(folder, given);
  const what = `cannot use ${path}`;
  const file = runArchiveOperation(() =>
    runFileOperation(what, () => join(realpathSync(dirname(path)), basename(path))),
  );
  const found = runFileOperation(what, () => lstatSync(file, { throwIfNoEntry: false }));
  if (found === undefined || found.isFile()) return file;
  throw createUsageError(`${what}: it is a symbolic link or not a plain file`, OTHER_FILE);
}

/** Opens an archive; each format loads only what it needs. */
export async function openArchive(options: ArchiveOptions): Promise<CommentArchive> {
  if (readArchiveFormat(options.file) === 'ndjson') {
    const { openNdjsonArchive } = await import('./ndjson-archive.ts');
    return openNdjsonArchive(options);
  }
  const { openSqliteArchive } = await import('./sqlite-archive.ts');
  return openSqliteArchive(options);
}
