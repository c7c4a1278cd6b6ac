import type { PromptLook } from '../prompts/prompts.ts';
import { sanitizeText } from '../render/sanitize-text.ts';
import { getDisplayWidth } from '../render/width.ts';
import { wrap } from '../render/wrap.ts';

/** Messages are as narrow as on a phone. */
const WIDEST = 46;
const INDENT = '  ';

/** Draws a text as recipients see it, in a frame unless in plain mode. @param most maximum number of lines */
export function drawFramedText(
  text: string,
  look: PromptLook,
  most = Number.POSITIVE_INFINITY,
): readonly string[] {
  const room = look.plain
    ? look.width - INDENT.length
    : Math.min(WIDEST, look.width - INDENT.length - '│  │'.length);
  const lines = wrapLines(text, room);
  const hidden = lines.length - most;
  const shown = hidden > 0 ? [...lines.slice(0, most), `… ${hidden} more lines`] : lines;
  const framed = look.plain ? shown : drawFrame(shown, look);
  return framed.map((line) => (INDENT + line).trimEnd());
}

function drawFrame(lines: readonly string[], { palette }: PromptLook): readonly string[] {
  const inner = Math.max(...lines.map(getDisplayWidth));
  const edge = '─'.repeat(inner + 2);
  const side = palette.dim('│');
  return [
    palette.dim(`╭${edge}╮`),
    ...lines.map(
      (line) => `${side} ${palette.text(line)}${' '.repeat(inner - getDisplayWidth(line))} ${side}`,
    ),
    palette.dim(`╰${edge}╯`),
  ];
}

function wrapLines(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrap(sanitizeText(line), width));
}
