import { isRecord } from '../../../domain/json/loose-record.ts';
import { openLineFile } from '../../../storage/line-file.ts';
import { stringifySafely } from '../../render/sanitize-text.ts';
import {
  type ArchivedComment,
  type ArchiveOptions,
  type CommentArchive,
  createForeignFileError,
  formatArchiveKey,
  runArchiveOperation,
} from './comment-archive.ts';

/**
 * Opens an archive with a JSON document on each line. Lines are appended while the lock beside it is held (`.lock`), a
 * post at a time, and never changed.
 */
export function openNdjsonArchive({ file, isDryRun }: ArchiveOptions): CommentArchive {
  const known = new Set<string>();
  const lines = openLineFile(file, `${file}.lock`, {
    take(line, number) {
      if (line.trim() === '') return;
      const key = readKey(line);
      if (key === null) throw createForeignFileError(file, `line ${number} is not a comment`);
      known.add(key);
    },
    judgeLast(text, number) {
      if (readKey(text) !== null) return 'whole';
      // a file of another program must not be cut: what was cut short begins like a comment, and is not valid JSON
      if (START.startsWith(text.slice(0, START.length)) && parseJson(text) === null) return 'cut';
      throw createForeignFileError(file, `line ${number} is not a comment`);
    },
    forget: () => known.clear(),
  });
  const chooseNew = (comments: readonly ArchivedComment[]) =>
    comments.filter((comment) => {
      const key = formatArchiveKey(comment);
      const isNew = !known.has(key);
      known.add(key);
      return isNew;
    });
  // refuses another file, and repairs this one, before anything is requested
  runArchiveOperation(() => (isDryRun ? lines.read() : lines.append(() => [])));
  return {
    add(comments) {
      if (isDryRun) return chooseNew(comments).length;
      let added = 0;
      const choose = () => {
        const fresh = chooseNew(comments);
        added = fresh.length;
        return fresh.map(formatLine);
      };
      runArchiveOperation(() => lines.append(choose));
      return added;
    },
    cutLines: lines.cutLines,
    close: () => {},
  };
}

/** How every line begins, by which a cut one is recognized. */
const START = '{"platform":"';

function formatLine({ platform, id, ...rest }: ArchivedComment): string {
  return stringifySafely({ platform, id, ...rest });
}

/** @returns null for what is not a comment */
function readKey(line: string): string | null {
  const parsed = parseJson(line);
  if (!isRecord(parsed)) return null;
  const { platform, id } = parsed;
  return typeof platform === 'string' && typeof id === 'string' ? formatArchiveKey({ platform, id }) : null;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
