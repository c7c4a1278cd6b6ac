import { expect, test } from 'vitest';
import type {
  PostDraft,
  PostWizardContext,
} from '../../../../../../src/cli/features/posts/wizard/post-draft.ts';
import { POST_STEPS } from '../../../../../../src/cli/features/posts/wizard/post-steps.ts';
import { createPalette } from '../../../../../../src/cli/framework/output/text/style.ts';
import { scriptedPrompts } from '../../../../../support/terminal/scripted-prompts.ts';

const URLS = ['https://kestrellane.example/beans.jpg'];

const QUIET: Omit<PostWizardContext, 'given'> = {
  prompts: scriptedPrompts([]).open({
    look: () => ({ width: 80, palette: createPalette(0), plain: true }),
    show: async () => {},
  }),
  now: () => 0,
  timeZone: 'UTC',
  listSchedules: async () => [],
  keepsForApproval: false,
  accounts: null,
  readFile: async () => '',
};

/** Parts that are asked only as far as they are needed stand in brackets. */
test.each<readonly [string, PostDraft, string]>([
  ['nothing is given', {}, 'networks text media demands when extras'],
  ['where it goes', { platforms: ['bluesky'] }, 'text media demands when extras'],
  ['where, and its media', { platforms: ['bluesky'], mediaUrls: URLS }, 'text (media) demands when extras'],
  ['its text: what can be left out is', { post: 'Hi' }, 'networks (text) (media) (demands)'],
  ['an empty text', { post: '' }, 'networks (text) (media) (demands)'],
  ['a time', { scheduleDate: '2026-09-22T07:00:00Z' }, 'networks text media demands extras'],
  ['that it is approved first', { requiresApproval: true }, 'networks text media demands extras'],
  ['a posting schedule', { autoSchedule: { schedule: true } }, 'networks text media demands extras'],
])('%s', (_what, given, expected) => {
  const wanted = Object.entries(POST_STEPS).flatMap(([part, step]) => {
    const extent = step.extent?.(given, { ...QUIET, given }) ?? 'all';
    return { all: [part], required: [`(${part})`], none: [] }[extent];
  });
  expect(wanted.join(' ')).toBe(expected);
});
