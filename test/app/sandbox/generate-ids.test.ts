import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  generateActionId,
  generateAutomationId,
  generateTriggerId,
} from '../../../src/sandbox/generate-ids.ts';
import { assignEntryIds } from '../../../src/sandbox/handlers/automations.ts';

test.each([
  ['an automation', generateAutomationId, /^auto_[A-Za-z0-9]{10}$/],
  ['a trigger', generateTriggerId, /^trg_[A-Za-z0-9]{6}$/],
  ['an action', generateActionId, /^act_[A-Za-z0-9]{6}$/],
] as const)('the id of %s', (_what, newId, form) => {
  const ids = Array.from({ length: 1_000 }, () => newId(randomBytes));
  expect(ids.filter((id) => !form.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  [0, 'A'],
  [61, '9'],
  [62, 'A'],
  [247, '9'],
])('byte %i is the letter %s', (byte, letter) => {
  expect(generateTriggerId((count) => new Uint8Array(count).fill(byte))).toBe(`trg_${letter.repeat(6)}`);
});

test.each([248, 255])('byte %i would make some letters likelier: another is drawn', (byte) => {
  const draws = [byte, 1];
  const random = (count: number) => new Uint8Array(count).fill(draws.shift() ?? 2);
  expect(generateTriggerId(random)).toBe('trg_BBBBBB');
});

test('two entries of one automation never get the same id, nor that of one before', () => {
  const drawn = ['old', 'one', 'one', 'two'];
  const entries = assignEntryIds({
    before: [{ id: 'old', type: 'dm', config: {} }],
    sent: [{ type: 'a' }, { type: 'b' }],
    newId: () => drawn.shift() ?? 'none left',
  });
  expect(entries.map(({ id }) => id)).toEqual(['one', 'two']);
});
