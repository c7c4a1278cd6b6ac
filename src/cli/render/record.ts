import { shownValue } from './cell.ts';
import { safeText } from './safe-text.ts';
import { createPalette, type Look } from './style.ts';
import type { Cell, RecordView } from './view.ts';
import { displayWidth, fitInto } from './width.ts';
import { wrap } from './wrap.ts';

const GAP = 2;
const NOTHING = '-';

/**
 * Draws one record as names and values, one below the other. Values are wrapped, never cut; the lines of a text
 * stay lines, and all but the first stand in under it, so that no text can pass for a name.
 */
export function renderRecord(view: RecordView, look: Look): string {
  const { dim, text } = createPalette(look.colorLevel);
  const titles = view.lines.map(({ title }) => safeText(title));
  const widest = Math.max(0, ...titles.map(displayWidth));
  const isBeside = widest + GAP <= look.width / 2;
  const indent = isBeside ? widest + GAP : GAP;
  return view.lines
    .flatMap(({ value }, at) => {
      const title = titles[at] ?? '';
      const paint = value === null ? dim : text;
      const shown = valueLines(value, Math.max(1, look.width - indent)).map((line) => paint(line));
      const under = shown.map((line) => `${' '.repeat(indent)}${line}`);
      if (!isBeside) return [...wrap(title, look.width).map((line) => dim(line)), ...under];
      return [`${dim(fitInto(title, widest))}${' '.repeat(GAP)}${shown[0] ?? ''}`, ...under.slice(1)];
    })
    .map((line) => `${line}\n`)
    .join('');
}

function valueLines(value: Cell, width: number): readonly string[] {
  if (value === null) return [NOTHING];
  if (typeof value !== 'string') return wrap(shownValue(value), width);
  return value.split(/\r?\n/).flatMap((line) => wrap(safeText(line), width));
}
