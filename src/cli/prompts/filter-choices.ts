import type { PromptChoice } from './prompts.ts';

/**
 * The choices whose label or hint contains every typed word, in any order, regardless of case and accents.
 */
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

/** Ignores the ellipsis of a truncated label, which users may copy. */
function normalizeForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}…]/gu, '')
    .toLowerCase()
    .trim();
}
