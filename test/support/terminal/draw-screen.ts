import type { IBufferCell, IBufferLine } from '@xterm/headless';
import { getDisplayWidth } from '../../../src/cli/framework/output/text/width.ts';
import { createTerminal, written } from './terminal.ts';

const CELL_WIDTH = 8.4;
const LINE_HEIGHT = 18;
const MARGIN = 12;
const BACKGROUND = '#16181d';
const FOREGROUND = '#d7dae0';
const PALETTE = [
  ...['#3b4048', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#abb2bf'],
  ...['#7f848e', '#ff7b86', '#b5e890', '#ffd68a', '#7cc4ff', '#dd93f2', '#6fd3df', '#ffffff'],
];
/** Levels of red, green and blue in the cube of 216 colours. */
const CUBE = [0, 95, 135, 175, 215, 255];
const CUBE_START = 16;
const GREYS_START = 232;

interface StyledRun {
  readonly style: string;
  readonly background: string | null;
  readonly from: number;
  readonly text: string;
  readonly width: number;
}

/** Draws as SVG what a terminal shows after this output: its full screen, or all lines down to the cursor. */
export async function drawScreen(
  output: string,
  { columns, rows, title }: { readonly columns: number; readonly rows: number; readonly title: string },
): Promise<string> {
  const terminal = createTerminal(columns, rows, 'by grapheme');
  await written(terminal, output);
  const { active } = terminal.buffer;
  const count = active.type === 'alternate' ? rows : active.baseY + active.cursorY;
  const lines = Array.from({ length: count }, (_, y) => drawLine(active.getLine(y), y));
  terminal.dispose();
  const width = columns * CELL_WIDTH + 2 * MARGIN;
  const height = count * LINE_HEIGHT + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">`,
    `<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>`,
    `<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${FOREGROUND}" style="white-space: pre">`,
    ...lines.flat(),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function drawLine(line: IBufferLine | undefined, y: number): readonly string[] {
  const top = MARGIN + y * LINE_HEIGHT;
  return listRuns(line).flatMap(({ style, background, from, text, width }) => {
    const x = (MARGIN + from * CELL_WIDTH).toFixed(1);
    const length = (width * CELL_WIDTH).toFixed(1);
    const behind =
      background === null
        ? []
        : [`<rect x="${x}" y="${top}" width="${length}" height="${LINE_HEIGHT}" fill="${background}"/>`];
    if (text.trim() === '') return behind;
    if (isBlock(text)) return [...behind, ...drawBlocks({ from, text, style }, top)];
    return [...behind, drawText({ style, from, text, width }, top)];
  });
}

/** Draws text without the spaces around it, which would stretch the rest to the length of the whole. */
function drawText({ style, from, text, width }: Omit<StyledRun, 'background'>, top: number): string {
  const before = text.length - text.trimStart().length;
  const after = text.length - text.trimEnd().length;
  const x = (MARGIN + (from + before) * CELL_WIDTH).toFixed(1);
  const length = ((width - before - after) * CELL_WIDTH).toFixed(1);
  return `<text x="${x}" y="${top + LINE_HEIGHT - 4}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${style}>${escapeXml(text.trim())}</text>`;
}

/** The part of a cell that a block element fills, from the bottom left, and how strongly. */
interface BlockElement {
  readonly width: number;
  readonly height: number;
  readonly opacity: number;
}

const FULL_BLOCK: BlockElement = { width: 1, height: 1, opacity: 1 };
const BLOCKS: ReadonlyMap<string, BlockElement> = new Map([
  ['█', FULL_BLOCK],
  ...[...'▏▎▍▌▋▊▉'].map((block, at) => [block, { ...FULL_BLOCK, width: (at + 1) / 8 }] as const),
  ...[...'▁▂▃▄▅▆▇'].map((block, at) => [block, { ...FULL_BLOCK, height: (at + 1) / 8 }] as const),
  ...[...'░▒▓'].map((block, at) => [block, { ...FULL_BLOCK, opacity: (at + 1) / 4 }] as const),
]);
/** Space between lines of blocks. */
const BLOCK_GAP = 2;

/** Whether it begins with a block element; a run has only those, or none. */
function isBlock(text: string): boolean {
  return BLOCKS.has(text[0] ?? '');
}

/** Draws blocks as areas: fonts leave seams between them, and dither the shades. */
function drawBlocks(
  { from, text, style }: Pick<StyledRun, 'from' | 'text' | 'style'>,
  top: number,
): readonly string[] {
  const full = LINE_HEIGHT - BLOCK_GAP;
  return (text.match(/(.)\1*/gu) ?? []).reduce<{ readonly at: number; readonly drawn: readonly string[] }>(
    ({ at, drawn }, same) => {
      const { width, height, opacity } = BLOCKS.get(same[0] ?? '') ?? FULL_BLOCK;
      const x = (MARGIN + at * CELL_WIDTH).toFixed(1);
      const length = ((same.length - 1 + width) * CELL_WIDTH).toFixed(1);
      const y = (top + BLOCK_GAP / 2 + full * (1 - height)).toFixed(1);
      const shade = opacity === 1 ? '' : ` fill-opacity="${opacity}"`;
      const rect = `<rect x="${x}" y="${y}" width="${length}" height="${(full * height).toFixed(1)}" shape-rendering="crispEdges"${shade}${style}/>`;
      return { at: at + same.length, drawn: [...drawn, rect] };
    },
    { at: from, drawn: [] },
  ).drawn;
}

/** Neighbouring cells of one style, without the spaces between words that are far apart. */
function listRuns(line: IBufferLine | undefined): readonly StyledRun[] {
  const runs: StyledRun[] = [];
  for (let x = 0; x < (line?.length ?? 0); x += 1) {
    const cell = line?.getCell(x);
    const width = cell?.getWidth() ?? 0;
    if (cell === undefined || width === 0) continue;
    const { style, background } = readStyle(cell);
    const text = cell.getChars() || ' ';
    const last = runs.at(-1);
    const isSame = last?.style === style && last.background === background;
    if (last !== undefined && isSame && isBlock(last.text) === isBlock(text))
      runs[runs.length - 1] = { ...last, text: last.text + text, width: last.width + width };
    else runs.push({ style, background, from: x, text, width });
  }
  return runs.flatMap((run) => (run.background === null ? splitAtGaps(run) : [run]));
}

function splitAtGaps(run: StyledRun): readonly StyledRun[] {
  const [whole, before = '', gap = '', rest = ''] = /^(.*?\S|)( {2,})(.*)$/su.exec(run.text) ?? [];
  if (whole === undefined) return [run];
  const restWidth = run.width - measure(before, run) - gap.length;
  const first = { ...run, text: before, width: measure(before, run) };
  const other = { ...run, text: rest, from: run.from + run.width - restWidth, width: restWidth };
  return [first, ...splitAtGaps(other)].filter(({ text }) => text !== '');
}

/** Cells of the start of a run: characters of two cells are only known by the width of the whole. */
function measure(text: string, run: StyledRun): number {
  return run.text.length === run.width ? text.length : getDisplayWidth(text);
}

function readStyle(cell: IBufferCell): Pick<StyledRun, 'style' | 'background'> {
  const own = cell.isFgDefault() ? null : readColor(cell.isFgPalette(), cell.getFgColor());
  const behind = cell.isBgDefault() ? null : readColor(cell.isBgPalette(), cell.getBgColor());
  const isInverse = cell.isInverse() !== 0;
  const color = isInverse ? (behind ?? BACKGROUND) : own;
  const parts = [
    color === null ? '' : ` fill="${color}"`,
    cell.isBold() === 0 ? '' : ' font-weight="bold"',
    cell.isItalic() === 0 ? '' : ' font-style="italic"',
    cell.isUnderline() === 0 ? '' : ' text-decoration="underline"',
    cell.isDim() === 0 ? '' : ' opacity="0.6"',
  ];
  return { style: parts.join(''), background: isInverse ? (own ?? FOREGROUND) : behind };
}

function readColor(isPalette: boolean, color: number): string {
  if (!isPalette) return `#${color.toString(16).padStart(6, '0')}`;
  if (color < CUBE_START) return PALETTE[color] ?? FOREGROUND;
  if (color >= GREYS_START) {
    const level = 8 + (color - GREYS_START) * 10;
    return `rgb(${level},${level},${level})`;
  }
  const at = color - CUBE_START;
  return `rgb(${[at / 36, (at / 6) % 6, at % 6].map((level) => CUBE[Math.floor(level)]).join()})`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
