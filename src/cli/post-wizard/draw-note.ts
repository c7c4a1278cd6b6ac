import type { PromptDrawing } from '../prompts/prompts.ts';
import { sanitizeText } from '../render/sanitize-text.ts';
import { wrap } from '../render/wrap.ts';

const INDENT = '  ';

/** A sentence that a person should mind, between two questions. */
export function drawNote(sentence: string): PromptDrawing {
  return ({ width, palette }) =>
    wrap(sanitizeText(sentence), width - INDENT.length).map((line) => INDENT + palette.warn(line));
}

/** A sentence that says what an answer came to. */
export function drawEcho(sentence: string): PromptDrawing {
  return ({ width, palette }) =>
    wrap(sanitizeText(sentence), width - INDENT.length).map((line) => INDENT + palette.dim(line));
}
