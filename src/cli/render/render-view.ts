import { renderCsv } from './csv.ts';
import { renderJson } from './json.ts';
import { renderNdjson } from './ndjson.ts';
import { renderPage } from './page.ts';
import { renderRecord } from './record.ts';
import type { TextStyle } from './style.ts';
import { renderTable, renderTableInParts } from './table.ts';
import { renderTsv } from './tsv.ts';
import type { ListView, RecordView, View } from './view.ts';

/** The formats of a view; `raw` prints a response's bytes instead. */
export type ViewFormat = 'table' | 'tsv' | 'json' | 'ndjson' | 'csv';

type Flattenable = ListView<unknown> | RecordView;

const HUMAN_FORMATS: Readonly<
  Record<'table' | 'tsv' | 'csv', (view: Flattenable, look: TextStyle) => string>
> = {
  table: (view, look) => (view.kind === 'list' ? renderTable(view, look) : renderRecord(view, look)),
  tsv: (view) => renderTsv(view),
  csv: (view) => renderCsv(view),
};

/**
 * Renders a view as text, with a final line feed. The text has no dangerous characters, whatever the view
 * contains. Time and memory are linear in the records.
 */
export function renderView(
  view: View,
  { format, ...look }: TextStyle & { readonly format: ViewFormat },
): string {
  if (format === 'ndjson') return renderNdjson(view);
  if (format === 'json' || view.kind === 'document') return renderJson(view);
  if (view.kind === 'page') return renderPage(view, format === 'table' ? look : { ...look, colorLevel: 0 });
  return HUMAN_FORMATS[format](view, look);
}

/**
 * Renders a list in parts: each as `renderView` would, but with a single header above the first, and with the
 * column widths of the first part.
 */
export function renderInParts({
  format,
  ...look
}: Omit<TextStyle, 'now'> & { readonly format: 'table' | 'tsv' | 'csv' }): (
  part: ListView<unknown>,
  now: number,
) => string {
  if (format === 'table') return renderTableInParts(look);
  const render = format === 'tsv' ? renderTsv : renderCsv;
  let isFirst = true;
  return (part) => {
    const text = render(part, isFirst ? 'with' : 'without');
    isFirst = false;
    return text;
  };
}
