import type { PromptDrawing } from '../prompts/prompts.ts';
import { sanitizeText } from '../render/sanitize-text.ts';
import { wrap } from '../render/wrap.ts';

/** What a person should know before the first question. @param whose the profile and its service */
export function drawIntroduction(whose: string): PromptDrawing {
  const paragraphs = [
    `For ${whose}.`,
    'Nothing is published before the end, where all of it can still be changed. Ctrl-C leaves at any time.',
  ];
  return ({ width, palette }) => [
    '',
    palette.strong('A new post'),
    ...paragraphs.flatMap((text) => wrap(sanitizeText(text), width).map((line) => palette.dim(line))),
    '',
  ];
}
