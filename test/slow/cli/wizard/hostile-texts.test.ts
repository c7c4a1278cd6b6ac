import { expect, test } from 'vitest';
import { dangerousIn } from '../../../support/dangerous.ts';
import { HOSTILE_FAMILIES } from '../../../support/hostile-texts.ts';
import { CREATE, wizardTalk } from '../../../support/wizard-talk.ts';

const { talk, made } = wizardTalk();

test.each(HOSTILE_FAMILIES)('C1 $name harm no screen of the wizard of automations', async ({ texts }) => {
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
  const talked = await talk(hostile, [['Which post', 'Every post'], CREATE]);
  expect(talked.exitCode, talked.stderr.slice(-300)).toBe(0);
  expect(dangerousIn(talked.stderr)).toEqual([]);
  await made(talked);
});
