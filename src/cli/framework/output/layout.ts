/** The measurements of a column that the layout needs. */
export interface Measured {
  /** Width of its widest cell, including the header. */
  readonly natural: number;
  /** The highest number is dropped first; 0 is never dropped. */
  readonly drop: number;
  readonly flexible: boolean;
  /** Never truncated, as ids are. */
  readonly whole: boolean;
  /** A narrow column that is not counted in the line of which the text gets its share. */
  readonly isMargin?: boolean;
  /** Width that it keeps, as long as the text is legible beside it (default: none). */
  readonly keeps?: number;
}

/** The shown columns, in order, and their widths. */
export interface Layout<Col extends Measured> {
  readonly columns: readonly (Col & { readonly width: number })[];
  /** The flexible column, when its text is on a line of its own. */
  readonly below: (Col & { readonly width: number }) | null;
  /** Whether the columns do not fit side by side, so that each row is shown as names and values. */
  readonly upright: boolean;
}

/** Spaces between two columns. */
export const GAP = 2;
/** Indent of a text on a line of its own. */
export const INDENT = 2;
/** A text with less room moves to a line of its own. */
export const LEAST_TEXT = 24;
/** On narrower terminals, a text without room moves to its own line before any column is dropped. */
export const NARROW = 56;
/** Smallest width of a column that may not be dropped, unless it needs less. */
export const LEAST_CELL = 8;
/** Share of the line for the text, as long as columns can be dropped. */
const TEXT_PART = 0.35;
/** Without enough room, the other columns are limited to a fifth of the line, within these bounds. */
const WIDEST_BESIDE = 28;
const NARROWEST_BESIDE = 12;

/**
 * Distributes a line's width among columns: their natural widths when these fit; else the other columns are
 * limited to a fifth of the line and the flexible one is truncated, then columns are dropped, and finally the
 * flexible one moves to a line of its own; on a narrow terminal it moves first. Without a flexible column the
 * widest are truncated. Columns that may not be dropped, and would be unreadable, are placed below one
 * another.
 *
 * @param width columns of the terminal, 1 or more; no line of the layout is wider
 */
export function layOut<Col extends Measured>(columns: readonly Col[], width: number): Layout<Col> {
  const flexible = columns.find((column) => column.flexible);
  const mayDrop = flexible === undefined || width >= NARROW;
  const shown = mayDrop ? dropColumns(columns, (some) => isComfortable(some, width)) : columns;
  if (isWhole(shown, width)) return createRowLayout(assignWidths(shown, getNaturalWidths(shown)));
  if (flexible === undefined || shown.length === 1) return squeezeColumns(columns, shown, width);
  if (measureTextSpace(shown, width) >= LEAST_TEXT) return createRowLayout(shareLine(shown, width));
  const beside = columns.filter((column) => column !== flexible);
  const first = dropColumns(beside, (some) => measureLine(capWidths(some, width)) <= width);
  const layout = squeezeColumns(columns, first, width);
  return layout.upright ? layout : { ...layout, below: { ...flexible, width: Math.max(1, width - INDENT) } };
}

function createRowLayout<Col extends Measured>(columns: Layout<Col>['columns']): Layout<Col> {
  return { columns, below: null, upright: false };
}

/**
 * Squeezes the columns into one line; when they would be unreadable, places all of them below one another.
 */
function squeezeColumns<Col extends Measured>(
  columns: readonly Col[],
  shown: readonly Col[],
  width: number,
): Layout<Col> {
  const fitted = squeeze(shown, width);
  const isLegible = shown.length === 1 || fitted.every((column) => column.width >= getLeastWidth(column));
  const isInside = measureLine(fitted.map((column) => column.width)) <= width;
  return isLegible && isInside
    ? createRowLayout(fitted)
    : { columns: assignWidths(columns, getNaturalWidths(columns)), below: null, upright: true };
}

function getLeastWidth({ natural, whole }: Measured): number {
  return whole ? natural : Math.min(natural, LEAST_CELL);
}

/** Drops columns until the rest is `enough`, or none may be dropped. */
function dropColumns<Col extends Measured>(
  columns: readonly Col[],
  enough: (some: readonly Col[]) => boolean,
) {
  let shown = columns;
  while (!enough(shown)) {
    const highest = Math.max(...shown.map(({ drop }) => drop));
    if (highest <= 0) break;
    shown = shown.toSpliced(
      shown.findLastIndex(({ drop }) => drop === highest),
      1,
    );
  }
  return shown;
}

function isWhole(shown: readonly Measured[], width: number): boolean {
  return measureLine(getNaturalWidths(shown)) <= width;
}

function isComfortable(shown: readonly Measured[], width: number): boolean {
  const space = measureTextSpace(shown, width);
  const margins = shown.filter(({ isMargin }) => isMargin === true);
  const line = width - margins.reduce((sum, { natural }) => sum + natural + GAP, 0);
  return isWhole(shown, width) || space >= Math.max(LEAST_TEXT, Math.floor(line * TEXT_PART));
}

/** Room for the flexible column when the others are limited; negative when even they do not fit. */
function measureTextSpace(shown: readonly Measured[], width: number): number {
  if (!shown.some(({ flexible }) => flexible)) return -1;
  return width - measureLine(capWidths(shown, width));
}

/** Limited widths of the columns; the flexible one counts as 0. */
function capWidths(shown: readonly Measured[], width: number): readonly number[] {
  const cap = Math.min(WIDEST_BESIDE, Math.max(NARROWEST_BESIDE, Math.floor(width / 5)));
  return shown.map(({ flexible, natural, whole }) => {
    if (flexible) return 0;
    return whole ? natural : Math.min(natural, cap);
  });
}

function shareLine<Col extends Measured>(shown: readonly Col[], width: number) {
  const { widths, space } = keepWidths(shown, width);
  const text = Math.min(space, ...shown.filter(({ flexible }) => flexible).map(({ natural }) => natural));
  const rest = shareSpareSpace(shown, widths, space - text);
  return assignWidths(
    shown,
    shown.map(({ flexible }, at) => (flexible ? text : (rest[at] ?? 0))),
  );
}

/** Limited widths, and the room beside them: columns that keep more get it, from the left, while the text is legible. */
function keepWidths(shown: readonly Measured[], width: number) {
  let space = measureTextSpace(shown, width);
  const widths = capWidths(shown, width).map((capped, at) => {
    const { natural = 0, keeps = 0 } = shown[at] ?? {};
    const more = Math.max(0, Math.min(natural, keeps) - capped);
    if (space - more < LEAST_TEXT) return capped;
    space -= more;
    return capped + more;
  });
  return { widths, space };
}

/** Gives room that the text does not need back to the limited columns, from the left. */
function shareSpareSpace(
  shown: readonly Measured[],
  widths: readonly number[],
  spare: number,
): readonly number[] {
  let left = spare;
  return shown.map(({ flexible, natural }, at) => {
    const width = widths[at] ?? 0;
    const more = flexible ? 0 : Math.min(left, natural - width);
    left -= more;
    return width + more;
  });
}

/** Truncates the widest columns until all fit, or none can be truncated any further. */
function squeeze<Col extends Measured>(
  shown: readonly Col[],
  width: number,
): readonly (Col & { width: number })[] {
  const cutTo = (cap: number) =>
    shown.map(({ natural, whole }) => (whole ? natural : Math.min(natural, cap)));
  let cap = width;
  while (cap > 1 && measureLine(cutTo(cap)) > width) cap -= 1;
  return assignWidths(shown, cutTo(cap));
}

function getNaturalWidths(shown: readonly Measured[]): readonly number[] {
  return shown.map(({ natural }) => natural);
}

function measureLine(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * Math.max(0, widths.length - 1);
}

function assignWidths<Col extends Measured>(shown: readonly Col[], widths: readonly number[]) {
  return shown.map((column, at) => ({ ...column, width: widths[at] ?? 0 }));
}
