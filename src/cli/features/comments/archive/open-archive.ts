import { extname } from 'node:path';
import { createUsageError } from '../../../../errors.ts';
import type { ArchiveOptions } from '../../archive/archive-file.ts';
import { COMMENT_LINES, type CommentArchive } from './comment-archive.ts';

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

/** Opens an archive; each format loads only what it needs. */
export async function openArchive(options: ArchiveOptions): Promise<CommentArchive> {
  if (readArchiveFormat(options.file) === 'ndjson') {
    const { openNdjsonArchive } = await import('../../archive/ndjson-archive.ts');
    return { ...openNdjsonArchive(options, COMMENT_LINES), close: () => {} };
  }
  const { openSqliteArchive } = await import('./sqlite-archive.ts');
  return openSqliteArchive(options);
}
