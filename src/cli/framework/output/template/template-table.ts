import { sanitizeText } from '../text/sanitize-text.ts';
import { getDisplayWidth, truncate } from '../text/width.ts';

/** Text with a color, or already cut to a width. As a plain string, for other filters, it has no color. */
export class DrawnText {
  readonly text: string;
  readonly isSanitized: boolean;
  readonly paint: (text: string) => string;

  constructor(text: string, { isSanitized = false, paint = (plain: string) => plain } = {}) {
    this.text = text;
    this.isSanitized = isSanitized;
    this.paint = paint;
  }

  toString(): string {
    return this.text;
  }
}

const GAP = '  ';

/** The rows that `tablerow` collects until they are rendered. */
export type TemplateTable = ReturnType<typeof createTemplateTable>;

type TemplateRow = readonly { text: string; paint: (text: string) => string }[];

/** @param width of a terminal in cells, to which columns are cut; null cuts nothing */
export function createTemplateTable(width: number | null) {
  let rows: TemplateRow[] = [];
  return {
    add(cells: readonly DrawnText[]) {
      rows.push(cells.map(({ text, paint }) => ({ text: sanitizeText(text), paint })));
    },
    /** The collected rows in aligned columns, each with a line break; they are forgotten then. */
    render(): string {
      const widths = fitColumns(measureColumns(rows), width);
      const text = rows.map((cells) => `${renderRow(cells, widths)}\n`).join('');
      rows = [];
      return text;
    },
  };
}

function measureColumns(rows: readonly TemplateRow[]): readonly number[] {
  const widths: number[] = [];
  for (const cells of rows) {
    for (const [at, { text }] of cells.entries())
      widths[at] = Math.max(widths[at] ?? 0, getDisplayWidth(text));
  }
  return widths;
}

/** Cuts the widest columns to one width, so that a row fits. */
function fitColumns(widths: readonly number[], width: number | null): readonly number[] {
  if (width === null) return widths;
  const space = width - GAP.length * (widths.length - 1);
  let most = Math.max(1, ...widths);
  const add = () => widths.reduce((sum, each) => sum + Math.min(each, most), 0);
  while (most > 1 && add() > space) most -= Math.max(1, Math.floor((add() - space) / widths.length));
  return widths.map((each) => Math.min(each, Math.max(1, most)));
}

function renderRow(cells: TemplateRow, widths: readonly number[]): string {
  return cells
    .map(({ text, paint }, at) => {
      const cut = truncate(text, Math.max(1, widths[at] ?? 1));
      const isLast = at === cells.length - 1;
      const padding = isLast ? '' : ' '.repeat(Math.max(0, (widths[at] ?? 0) - getDisplayWidth(cut)));
      return paint(cut) + padding;
    })
    .join(GAP)
    .trimEnd();
}
