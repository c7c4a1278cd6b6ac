import { expect, test } from 'vitest';
import { dangerousIn } from '../../../../../support/hostile/dangerous.ts';
import { HOSTILE_FAMILIES } from '../../../../../support/hostile-texts.ts';
import { CONFIRM_CREATION, createWizardRunner } from '../../../../../support/terminal/wizard-runner.ts';

const { runWizard, takeCreated } = createWizardRunner();

test.each(HOSTILE_FAMILIES)(
  '$name harm no screen of the wizard of automations',
  { tags: ['C1'] },
  async ({ texts }) => {
    const text = texts
      .map(([, each]) => each)
      .join(' ')
      .slice(0, 20_000);
    const hostile = [
      '--name',
      text,
      '--description',
      text,
      '--dm',
      text.replaceAll('{{', '{'),
      '--keyword',
      text,
      '--on',
      'comment',
    ];
    const run = await runWizard(hostile, [['Which post', 'Every post'], CONFIRM_CREATION]);
    expect(run.exitCode, run.stderr.slice(-300)).toBe(0);
    expect(dangerousIn(run.stderr)).toEqual([]);
    await takeCreated(run);
  },
);
