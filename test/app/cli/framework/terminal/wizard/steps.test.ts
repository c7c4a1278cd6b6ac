import { describe, expect, test } from 'vitest';
import { createPalette } from '../../../../../../src/cli/framework/output/text/style.ts';
import {
  askSteps,
  type ReviewedWizard,
  runReviewedWizard,
  type WizardSteps,
} from '../../../../../../src/cli/framework/terminal/wizard/wizard.ts';
import type { Prompts } from '../../../../../../src/world.ts';
import { type PromptScript, scriptedPrompts } from '../../../../../support/terminal/scripted-prompts.ts';

interface DrinkOrder {
  readonly drink?: string;
  readonly cups?: string;
}

/** Cups are required for tea only; another drink than tea or coffee is refused. */
const STEPS: WizardSteps<DrinkOrder, { readonly prompts: Prompts }> = {
  drink: {
    extent: ({ drink }) => (drink === undefined ? 'all' : 'none'),
    async ask(order, { prompts }) {
      const drink = await prompts.text({ message: 'Which drink?', check: () => null });
      return drink === '' ? null : { ...order, drink };
    },
    check({ drink = '' }) {
      if (!['tea', 'coffee'].includes(drink)) throw new Error(`no ${drink}`);
    },
    listEdits: ({ drink }) => [
      { value: async (order) => ({ ...order, drink: 'tea' }), label: `Drink: ${drink}` },
    ],
  },
  cups: {
    extent: ({ drink }) => (drink === 'tea' ? 'required' : 'all'),
    ask: async (order, { prompts }) => ({
      ...order,
      cups: await prompts.text({ message: 'How many cups?', check: () => null }),
    }),
    askRequired: async (order) => ({ cups: '2', ...order }),
  },
};

const WIZARD: ReviewedWizard<DrinkOrder, { readonly prompts: Prompts }> = {
  title: 'New order',
  steps: STEPS,
  keepLabel: 'Nothing',
  review: async ({ cups }) => ({
    preview: () => [`cups: ${cups}`],
    question: {
      message: 'Order?',
      choices: [
        ...(cups === '0' ? [] : [{ value: 'confirm', label: 'Yes' } as const]),
        { value: 'change', label: 'Change' },
        { value: 'leave', label: 'Leave' },
      ],
    },
  }),
};

function answer(script: readonly PromptScript[]) {
  const shown: string[] = [];
  const { open, said, left } = scriptedPrompts(script);
  const prompts = open({
    look: () => ({ width: 80, palette: createPalette(0), plain: true }),
    show: async (lines) => void shown.push(...lines),
  });
  return { context: { prompts }, shown, said, left };
}

describe('steps', () => {
  test.each<[string, DrinkOrder, PromptScript[], DrinkOrder]>([
    [
      'are asked in order',
      {},
      [
        ['drink', 'coffee'],
        ['cups', '3'],
      ],
      { drink: 'coffee', cups: '3' },
    ],
    [
      'are skipped where nothing is asked',
      { drink: 'coffee' },
      [['cups', '3']],
      { drink: 'coffee', cups: '3' },
    ],
    ['may ask only for what is required', { drink: 'tea' }, [], { drink: 'tea', cups: '2' }],
    ['end with one that cannot be asked', {}, [['drink', '']], {}],
  ])('%s', async (_what, given, script, expected) => {
    const { context, left } = answer(script);
    expect(await askSteps(STEPS, given, context)).toEqual(expected);
    expect(left).toEqual([]);
  });

  test.each<[string, DrinkOrder, PromptScript[]]>([
    ['given', { drink: 'gin' }, []],
    ['answered', {}, [['drink', 'gin']]],
  ])('are checked before the next one: %s', async (_what, given, script) => {
    const { context, said } = answer(script);
    await expect(askSteps(STEPS, given, context)).rejects.toThrow('no gin');
    expect(said).not.toContain('? How many cups?');
  });
});

describe('the review', () => {
  const run = (script: readonly PromptScript[], yes = false, draft: DrinkOrder = { drink: 'coffee' }) => {
    const { context, shown } = answer(script);
    const options = { draft, context, introduction: ['For you.'], yes };
    return { shown, result: runReviewedWizard(WIZARD, options) };
  };

  test('goes back to a step, asks for what it requires, and shows the result again', async () => {
    const { shown, result } = run([
      ['cups', '1'],
      ['Order?', 'Change'],
      ['What do you want to change?', 'Drink: coffee'],
      ['Order?', 'Change'],
      ['What do you want to change?', 'Nothing'],
      ['Order?', 'Yes'],
    ]);
    expect(await result).toEqual({ draft: { drink: 'tea', cups: '1' }, isConfirmed: true });
    expect(shown).toEqual(['', 'New order', 'For you.', '', 'cups: 1', 'cups: 1', 'cups: 1']);
  });

  test.each<[string, PromptScript[], boolean, boolean]>([
    ['--yes confirms without a question', [['cups', '1']], true, true],
    [
      'not what would be refused',
      [
        ['cups', '0'],
        ['Order?', 'Leave'],
      ],
      true,
      false,
    ],
    [
      'leaving confirms nothing',
      [
        ['cups', '1'],
        ['Order?', 'Leave'],
      ],
      false,
      false,
    ],
  ])('%s', async (_what, script, yes, isConfirmed) => {
    expect(await run(script, yes).result).toMatchObject({ isConfirmed });
  });
});
