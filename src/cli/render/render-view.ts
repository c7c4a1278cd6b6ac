import { renderCsv } from './csv.ts';
import { renderJson } from './json.ts';
import { renderNdjson } from './ndjson.ts';
import { renderPage } from './page.ts';
import { renderRecord } from './record.ts';
import type { TextStyle } from './style.ts';
import { renderTable, renderTableInParts } from './table.ts';
import { renderTsv } from './tsv.ts';
import type { ListView, RecordView, View } from './view.ts';

/** The formats that a view can be shown in; `raw` shows an answer's bytes instead. */
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
 * Turns a view into text, complete with its last line feed. Whatever the view holds, no dangerous character
 * leaves. Time and room are linear in the records.
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
 * Turns a list that comes in parts into text: each part as `renderView` would show it alone, but with one head above
 * the first, and the columns of a table where the first part has them.
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
