import { isRecord } from '../../../domain/json/loose-record.ts';
import { openLineFile } from '../../../storage/line-file.ts';
import { stringifySafely } from '../../framework/output/text/sanitize-text.ts';
import {
  type ArchiveKind,
  type ArchiveOptions,
  createForeignFileError,
  runArchiveOperation,
} from './archive-file.ts';

/** What the lines of an archive are. */
export interface LineKind<Row extends object> extends ArchiveKind {
  /** With its article: `a comment`. */
  line: string;
  /** How every line begins, by which a cut one is recognized. */
  start: string;
  /** What distinguishes rows; null for what is not one. */
  readKey(row: object): string | null;
  /** Called with each row that is in the file already. */
  onRow?(row: object): void;
  /** Called when the file was replaced, before its rows are read again. */
  onForget?(): void;
  /** Puts the members that `start` names first. */
  order(row: Row): object;
}

/** The lock of an archive of lines, also of what is kept beside it. */
export const getArchiveLock = (file: string) => `${file}.lock`;

/**
 * Opens an archive with a JSON document on each line. Lines are appended while the lock beside it is held (`.lock`), and
 * never changed.
 */
export function openNdjsonArchive<Row extends object>(
  { file, isDryRun }: ArchiveOptions,
  kind: LineKind<Row>,
) {
  const known = new Set<string>();
  const readLine = (line: string) => {
    const row = parseJson(line);
    return isRecord(row) ? { row, key: kind.readKey(row) } : { row: {}, key: null };
  };
  const createLineError = (number: number) =>
    createForeignFileError(file, `line ${number} is not ${kind.line}`, kind);
  const lines = openLineFile(file, getArchiveLock(file), {
    take(line, number) {
      if (line.trim() === '') return;
      const { row, key } = readLine(line);
      if (key === null) throw createLineError(number);
      if (!known.has(key)) kind.onRow?.(row);
      known.add(key);
    },
    judgeLast(text, number) {
      if (readLine(text).key !== null) return 'whole';
      // a file of another program must not be cut: what was cut short begins like a row, and is not valid JSON
      if (kind.start.startsWith(text.slice(0, kind.start.length)) && parseJson(text) === null) return 'cut';
      throw createLineError(number);
    },
    forget() {
      known.clear();
      kind.onForget?.();
    },
  });
  const chooseNew = (rows: readonly Row[]) =>
    rows.filter((row) => {
      const key = kind.readKey(row);
      const isNew = key !== null && !known.has(key);
      if (isNew) known.add(key);
      return isNew;
    });
  // refuses another file, and repairs this one, before anything is requested
  runArchiveOperation(kind, () => (isDryRun ? lines.read() : lines.append(() => [])));
  return {
    /**
     * Adds the rows that are not in it, all of them or, when it fails, none.
     *
     * @returns how many were added
     * @throws CrierError `usage` when the file cannot be used, `unavailable` when others keep it locked
     */
    add(rows: readonly Row[]): number {
      if (isDryRun) return chooseNew(rows).length;
      let added = 0;
      const choose = () => {
        const fresh = chooseNew(rows);
        added = fresh.length;
        return fresh.map((row) => stringifySafely(kind.order(row)));
      };
      runArchiveOperation(kind, () => lines.append(choose));
      return added;
    },
    /** Number of last lines that were cut short, and were removed. */
    cutLines: lines.cutLines,
  };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
