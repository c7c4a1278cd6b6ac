import { createUsageError } from '../../errors.ts';
import { isDefused } from '../files/own-cells.ts';
import { findLost } from '../files/parsed-text.ts';
import { findHeader, readCsv, readPlainTsv } from '../files/read-csv.ts';
import { createPositionFinder, stripByteOrderMark } from '../files/records-file.ts';

/** An id, and where it is in a file: `line 3 of ids.txt`. */
export interface FoundId {
  readonly id: string;
  readonly place: string;
}

/** The names of a column of ids. */
const HEADER = /^"?id"?$/i;

/**
 * Parses a file of ids: one per line, of which only the first cell before a tab counts, or a table in which the first
 * line names a column `id`.
 *
 * @param name of the file, for messages
 * @throws CrierError of kind usage for a table that cannot be read
 */
export function parseIds(text: string, name: string): readonly FoundId[] {
  const bare = stripByteOrderMark(text);
  const placeAt = createPositionFinder(bare.replaceAll(/\r(?!\n)/g, '\n'));
  const toId = (cell: string, offset: number): FoundId => ({
    id: toPlainId(cell),
    place: `line ${placeAt(offset).line} of ${name}`,
  });
  const lost = findLost(bare);
  if (lost >= 0)
    throw createUsageError(`${toId('', lost).place} is not valid UTF-8`, 'save the file as UTF-8');
  const { separator, start } = findHeader(bare);
  const titles = (/[^\r\n]*/.exec(bare.slice(start))?.[0] ?? '')
    .split(separator)
    .map((title) => title.trim());
  const column = titles.findIndex((title) => HEADER.test(title));
  if (column < 0 || titles.length === 1) return listLines(bare, toId);
  const table = separator === '\t' ? readPlainTsv(bare) : readCsv(bare);
  const [fault] = table.faults;
  if (fault !== undefined)
    throw createUsageError(`${toId('', fault.offset).place}: ${fault.words}`, 'or write one id per line');
  return table.rows
    .slice(1)
    .map((row) => toId(row[column]?.text ?? '', row[column]?.offset ?? 0))
    .filter(({ id }) => id !== '');
}

/** The lines of a text; the first may be the header of a table with one column. */
function listLines(text: string, toId: (cell: string, offset: number) => FoundId): readonly FoundId[] {
  const lines = text
    .matchAll(/[^\r\n]+/g)
    .map(({ 0: line, index }) => ({ cell: line.split('\t', 1)[0] ?? '', index }));
  const found = [...lines].filter(({ cell }) => cell.trim() !== '');
  const rows = HEADER.test(found[0]?.cell.trim() ?? '') ? found.slice(1) : found;
  return rows.map(({ cell, index }) => toId(cell, index)).filter(({ id }) => id !== '');
}

/** Without the quotes of csv, and the apostrophe before a long number. */
function toPlainId(cell: string): string {
  const text = cell.trim();
  const bare = /^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
  return isDefused(bare) ? bare.slice(1) : bare;
}
