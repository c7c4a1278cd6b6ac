import type { PromptDrawing } from '../../prompts/prompts.ts';
import { sanitizeText } from '../../render/sanitize-text.ts';
import { wrap } from '../../render/wrap.ts';

/** Draws the introduction. @param whose the profile and its service */
export function drawIntroduction(whose: string): PromptDrawing {
  const paragraphs = [
    `For ${whose}.`,
    'Nothing is published until you confirm at the end, where everything can still be changed. Press Ctrl-C to leave.',
  ];
  return ({ width, palette }) => [
    '',
    palette.strong('New post'),
    ...paragraphs.flatMap((text) => wrap(sanitizeText(text), width).map((line) => palette.dim(line))),
    '',
  ];
}
