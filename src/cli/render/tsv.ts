import { flatten, type Head } from './flat.ts';
import { safeJson, safeText } from './safe-text.ts';
import type { Cell, ListView, RecordView } from './view.ts';

/**
 * A header and one line a record, tab-separated; nothing is cut or coloured. Text is as `safeText` writes it, so
 * that every cell is on its line and can be read back exactly; null is an empty cell, nested values are JSON.
 */
export function renderTsv(view: ListView<unknown> | RecordView, head: Head = 'with'): string {
  const { names, rows } = flatten(view);
  const all = head === 'with' ? [names, ...rows] : [...rows];
  return all.map((row) => `${row.map(tsvCell).join('\t')}\n`).join('');
}

function tsvCell(value: Cell): string {
  if (value === null) return '';
  return typeof value === 'object' ? safeJson(value) : safeText(String(value));
}
