import { formatValue, NOTHING } from './cell.ts';
import { sanitizeText } from './text/sanitize-text.ts';
import { createPalette, type TextStyle } from './text/style.ts';
import { fitInto, getDisplayWidth, splitJoined } from './text/width.ts';
import { wrap } from './text/wrap.ts';
import type { CellValue, RecordLine } from './view.ts';

const GAP = 2;

/** A name with its value, in a list of names and values. */
export interface RecordField {
  title: string;
  /** The value, sanitized and wrapped to a width. */
  lines(width: number): readonly string[];
  paint(line: string): string;
  /** Minimum width of the value, if it must not be broken. */
  least?: number;
}

/**
 * Renders one record as names and values. Values are wrapped, never truncated; the lines of a text stay
 * lines, and continuation lines are indented, so that no text can look like a name.
 */
export function renderRecord(lines: readonly RecordLine[], look: TextStyle): string {
  const { dim, text } = createPalette(look.colorLevel);
  const fields = lines.flatMap(splitParts).map(({ title, value: exact, shown }) => {
    const value = (shown ?? exact) === '' ? null : (shown ?? exact);
    const paint = value === null ? dim : text;
    return { title, lines: (width: number) => wrapValue(value, width), paint };
  });
  return drawFields(fields, look);
}

function splitParts(line: RecordLine): readonly { title: string; value: CellValue; shown?: string }[] {
  return line.parts?.map((part) => ({ ...part, value: part.shown })) ?? [line];
}

/** Draws names next to their values, or above them when there is too little room. */
export function drawFields(fields: readonly RecordField[], look: TextStyle): string {
  const { dim } = createPalette(look.colorLevel);
  const titles = fields.map(({ title }) => splitJoined(sanitizeText(title)));
  const widest = Math.max(0, ...titles.map(getDisplayWidth));
  const least = Math.max(0, ...fields.map((field) => field.least ?? 0));
  const isBeside = widest + GAP <= Math.min(look.width / 2, look.width - least);
  const indent = isBeside ? widest + GAP : GAP;
  return fields
    .flatMap(({ lines, paint }, at) => {
      const title = titles[at] ?? '';
      const shown = lines(Math.max(1, look.width - indent)).map((line) => (line === '' ? '' : paint(line)));
      const under = shown.map((line) => `${' '.repeat(indent)}${line}`);
      if (!isBeside) return [...wrap(title, look.width).map((line) => dim(line)), ...under];
      return [`${dim(fitInto(title, widest))}${' '.repeat(GAP)}${shown[0] ?? ''}`, ...under.slice(1)];
    })
    .map((line) => `${line}\n`)
    .join('');
}

function wrapValue(value: CellValue, width: number): readonly string[] {
  if (value === null) return [NOTHING];
  if (typeof value !== 'string') return wrap(formatValue(value), width);
  return value.split(/\r?\n/).flatMap((line) => wrap(sanitizeText(line), width));
}
