import type { PromptChoice } from './prompts.ts';

/** The choices whose label or hint holds every word that was typed, in any order, whatever case and accents. */
export function filterChoices<Value>(
  choices: readonly PromptChoice<Value>[],
  typed: string,
): readonly PromptChoice<Value>[] {
  const words = normalizeForSearch(typed).split(/\s+/);
  return choices.filter(({ label, hint = '' }) => {
    const text = normalizeForSearch(`${label} ${hint}`);
    return words.every((word) => text.includes(word));
  });
}

/** The ellipsis stands at the end of a label that was cut, and may be taken over from there. */
function normalizeForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}…]/gu, '')
    .toLowerCase()
    .trim();
}
