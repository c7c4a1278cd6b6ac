import { escapeCharacter, replaceDangerous, sanitizeText } from './sanitize-text.ts';
import { createPalette, type Paint, type Palette, type TextStyle } from './style.ts';
import type { PageBlock, PageView } from './view.ts';
import { wrap } from './wrap.ts';
import { wrapCommand } from './wrap-command.ts';

/** Longest line of prose. */
const WIDEST_PROSE = 80;

/** Colors and weights, the only control sequences in our own output. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding exactly these is the point
const COLORS = /(\u001B\[(?:[12]|22|3[1-79]|9[0-7]|38;5;\d{1,3}|38;2(?:;\d{1,3}){3})m)/;

/** Renders a page: blocks with a blank line between them, except between a command and its output. */
export function renderPage(view: PageView, look: TextStyle): string {
  const palette = createPalette(look.colorLevel);
  const blocks = view.blocks.filter(({ text }) => text !== '');
  return blocks
    .map(
      (block, at) =>
        `${hasBlankLineBefore(blocks[at - 1], block) ? '\n' : ''}${drawBlock(block, palette, look)}`,
    )
    .join('');
}

function hasBlankLineBefore(before: PageBlock | undefined, { kind }: PageBlock): boolean {
  if (before === undefined) return false;
  if (kind === 'output') return before.kind === 'prose';
  return !(kind === 'command' && (before.kind === 'head' || before.kind === 'command'));
}

function drawBlock({ kind, text }: PageBlock, palette: Palette, look: TextStyle): string {
  switch (kind) {
    case 'head':
      return renderProse(text, look, palette.strong);
    case 'command':
      return wrapCommand(`$ ${sanitizeText(text)}`, look.width)
        .map((line, at) => `${at === 0 ? palette.dim('$') + line.slice(1) : line}\n`)
        .join('');
    case 'output':
      return renderOutput(text, look);
    case 'prose':
      return renderProse(text, look, palette.text);
  }
}

function renderProse(text: string, { width }: TextStyle, paint: Paint): string {
  const lines = wrap(sanitizeText(text), Math.min(width, WIDEST_PROSE));
  return lines.map((line) => `${paint(line)}\n`).join('');
}

function renderOutput(text: string, { colorLevel }: TextStyle): string {
  const keepColor = (color: string) => (colorLevel === 0 ? '' : color);
  const parts = text.split(COLORS).map((part, at) => (at % 2 === 1 ? keepColor(part) : escapeButLines(part)));
  const whole = parts.join('');
  return whole.endsWith('\n') ? whole : `${whole}\n`;
}

function escapeButLines(text: string): string {
  return replaceDangerous(text, (char) => (char === '\n' ? char : escapeCharacter(char)));
}
