import { flatten, type HeaderMode } from './flat.ts';
import { sanitizeText, stringifySafely } from './sanitize-text.ts';
import type { CellValue, ListView, RecordView } from './view.ts';

/**
 * A header and one line per record, tab-separated; nothing is truncated or colored. Text is as `sanitizeText`
 * returns it, so that every cell is on one line and can be restored exactly; null is an empty cell, nested
 * values are JSON.
 */
export function renderTsv(view: ListView<unknown> | RecordView, head: HeaderMode = 'with'): string {
  const { names, rows } = flatten(view);
  const all = head === 'with' ? [names, ...rows] : [...rows];
  return all.map((row) => `${row.map(formatTsvCell).join('\t')}\n`).join('');
}

function formatTsvCell(value: CellValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? stringifySafely(value) : sanitizeText(String(value));
}
