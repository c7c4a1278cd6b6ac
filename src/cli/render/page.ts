import { coded, replaceDangerous, safeText } from './safe-text.ts';
import { createPalette, type Look, type Paint, type Palette } from './style.ts';
import type { Block, PageView } from './view.ts';
import { wrap } from './wrap.ts';
import { wrapCommand } from './wrap-command.ts';

/** Lines longer than this tire the eye. */
const WIDEST_PROSE = 80;

/** Colours and weights, the only control sequences that our own output holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding exactly these is the point
const COLORS = /(\u001B\[(?:[12]|22|3[1-79]|9[0-7]|38;5;\d{1,3}|38;2(?:;\d{1,3}){3})m)/;

/** Draws a page: pieces with an empty line between them, but a command directly above what it printed. */
export function renderPage(view: PageView, look: Look): string {
  const palette = createPalette(look.colorLevel);
  const blocks = view.blocks.filter(({ text }) => text !== '');
  return blocks
    .map((block, at) => `${startsPart(blocks[at - 1], block) ? '\n' : ''}${drawBlock(block, palette, look)}`)
    .join('');
}

function startsPart(before: Block | undefined, { kind }: Block): boolean {
  if (before === undefined) return false;
  if (kind === 'output') return before.kind === 'prose';
  return !(kind === 'command' && (before.kind === 'head' || before.kind === 'command'));
}

function drawBlock({ kind, text }: Block, palette: Palette, look: Look): string {
  switch (kind) {
    case 'head':
      return prose(text, look, palette.strong);
    case 'command':
      return wrapCommand(`$ ${safeText(text)}`, look.width)
        .map((line, at) => `${at === 0 ? palette.dim('$') + line.slice(1) : line}\n`)
        .join('');
    case 'output':
      return printedBefore(text, look);
    case 'prose':
      return prose(text, look, palette.text);
  }
}

function prose(text: string, { width }: Look, paint: Paint): string {
  const lines = wrap(safeText(text), Math.min(width, WIDEST_PROSE));
  return lines.map((line) => `${paint(line)}\n`).join('');
}

function printedBefore(text: string, { colorLevel }: Look): string {
  const keepColor = (color: string) => (colorLevel === 0 ? '' : color);
  const parts = text.split(COLORS).map((part, at) => (at % 2 === 1 ? keepColor(part) : withLines(part)));
  const whole = parts.join('');
  return whole.endsWith('\n') ? whole : `${whole}\n`;
}

function withLines(text: string): string {
  return replaceDangerous(text, (char) => (char === '\n' ? char : coded(char)));
}
