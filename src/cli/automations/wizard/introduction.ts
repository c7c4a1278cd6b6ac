import type { PromptDrawing } from '../../prompts/prompts.ts';
import { sanitizeText } from '../../render/sanitize-text.ts';
import { wrap } from '../../render/wrap.ts';
import { type ActiveCap, formatCap } from './active-cap.ts';

/** Draws the introduction before the first question. @param forWhom a sentence */
export function drawIntroduction(forWhom: string, cap: ActiveCap): PromptDrawing {
  const paragraphs = [
    `${forWhom} ${formatCap(cap)}`,
    'Nothing is created until you confirm at the end. Press Ctrl-C to leave at any time.',
  ];
  return ({ width, palette }) => [
    '',
    palette.strong('A new automation for Instagram'),
    ...paragraphs.flatMap((text) => wrap(sanitizeText(text), width).map((line) => palette.dim(line))),
    '',
  ];
}
