import type { PromptDrawing } from '../prompts/prompts.ts';
import { sanitizeText } from '../render/sanitize-text.ts';
import { wrap } from '../render/wrap.ts';
import { type ActiveCap, formatCap } from './active-cap.ts';

/** What a person should know before the first question. @param forWhom a sentence */
export function drawIntroduction(forWhom: string, cap: ActiveCap): PromptDrawing {
  const paragraphs = [
    `${forWhom} ${formatCap(cap)}`,
    'Nothing is created before the end, where all of it can still be changed. Ctrl-C leaves at any time.',
  ];
  return ({ width, palette }) => [
    '',
    palette.strong('A new automation for Instagram'),
    ...paragraphs.flatMap((text) => wrap(sanitizeText(text), width).map((line) => palette.dim(line))),
    '',
  ];
}
