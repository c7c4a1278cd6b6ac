import type { IBufferCell, IBufferLine } from '@xterm/headless';
import { getDisplayWidth } from '../../src/cli/render/width.ts';
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
    return [
      ...behind,
      `<text x="${x}" y="${top + LINE_HEIGHT - 4}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${style}>${escapeXml(text)}</text>`,
    ];
  });
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
    if (last !== undefined && last.style === style && last.background === background)
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
