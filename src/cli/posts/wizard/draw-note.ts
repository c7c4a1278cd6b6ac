import type { PromptDrawing } from '../../prompts/prompts.ts';
import { sanitizeText } from '../../render/sanitize-text.ts';
import { wrap } from '../../render/wrap.ts';

const INDENT = '  ';

/** A warning between two questions. */
export function drawNote(sentence: string): PromptDrawing {
  return ({ width, palette }) =>
    wrap(sanitizeText(sentence), width - INDENT.length).map((line) => INDENT + palette.warn(line));
}

/** How an answer was interpreted. */
export function drawEcho(sentence: string): PromptDrawing {
  return ({ width, palette }) =>
    wrap(sanitizeText(sentence), width - INDENT.length).map((line) => INDENT + palette.dim(line));
}
