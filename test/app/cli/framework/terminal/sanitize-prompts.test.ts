import { describe, expect, test } from 'vitest';
import { sanitizePrompts } from '../../../../../src/cli/framework/terminal/open-prompts.ts';
import type { Prompts } from '../../../../../src/world.ts';
import { dangerousIn } from '../../../../support/hostile/dangerous.ts';
import { HOSTILE_FAMILIES } from '../../../../support/hostile-texts.ts';

/** A conversation that answers nothing useful, and what reached its terminal. */
function overheard(): { readonly prompts: Prompts; readonly shown: string[] } {
  const shown: string[] = [];
  const prompts: Prompts = {
    show: async () => {},
    async text({ message, suggestion = '', check }) {
      shown.push(message, suggestion, check('') ?? '');
      return '';
    },
    async longText({ message, suggestion = '', check, count }) {
      shown.push(message, ...suggestion.split('\n'), check('') ?? '', count?.('') ?? '');
      return '';
    },
    async choose({ message, choices }) {
      shown.push(message, ...choices.flatMap(({ label, hint = '' }) => [label, hint]));
      const [first] = choices;
      if (first === undefined) throw new Error('nothing to choose from');
      return first.value;
    },
    async chooseSeveral({ message, choices, check }) {
      const values = choices.map(({ value }) => value);
      shown.push(message, check(values) ?? '', ...choices.flatMap(({ label, hint = '' }) => [label, hint]));
      return values;
    },
  };
  return { prompts: sanitizePrompts(prompts), shown };
}

describe.each(HOSTILE_FAMILIES)('$name', { tags: ['C1'] }, ({ texts }) => {
  test('reach no prompt as they came, and are answered with as they came', async () => {
    for (const [, text] of texts) {
      const { prompts, shown } = overheard();
      await prompts.text({ message: text, suggestion: text, check: () => text });
      await prompts.longText({ message: text, suggestion: text, check: () => text, count: () => text });
      const choices = [{ value: text, label: text, hint: text }];
      expect(await prompts.choose({ message: text, choices })).toBe(text);
      expect(await prompts.chooseSeveral({ message: text, choices, check: () => text })).toEqual([text]);
      expect(shown.length).toBeGreaterThanOrEqual(14);
      expect(shown.flatMap((each) => dangerousIn(each))).toEqual([]);
    }
  });
});

test.each(['plain', 'with\nlines', 'and 🦢'])(
  'a suggestion that can be shown is offered: %j',
  async (suggestion) => {
    const { prompts, shown } = overheard();
    await prompts.longText({ message: 'Text?', suggestion, check: () => null });
    expect(shown.slice(1, -2).join('\n')).toBe(suggestion);
  },
);
