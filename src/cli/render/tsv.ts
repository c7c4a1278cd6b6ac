import { flatten, type HeaderMode } from './flat.ts';
import { sanitizeText, stringifySafely } from './sanitize-text.ts';
import type { CellValue, ListView, RecordView } from './view.ts';

/**
 * A header and one line a record, tab-separated; nothing is cut or coloured. Text is as `sanitizeText` writes it, so
 * that every cell is on its line and can be read back exactly; null is an empty cell, nested values are JSON.
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
