import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  generateActionId,
  generateAutomationId,
  generateTriggerId,
} from '../../../src/sandbox/generate-ids.ts';
import { assignEntryIds } from '../../../src/sandbox/handlers/automations.ts';
import { deriveUserId } from '../../../src/sandbox/networks/network-ids.ts';
import { Platform } from '../../../src/service/platforms.ts';

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

const LOOKS: Readonly<Record<Platform, RegExp>> = {
  bluesky: /^did:plc:[a-z2-7]{24}$/,
  facebook: /^10\d{13}$/,
  gmb: /^accounts\/\d{21}$/,
  instagram: /^178414\d{11}$/,
  linkedin: /^urn:li:person:\w{10}$/,
  pinterest: /^\d{18}$/,
  reddit: /^t2_[0-9a-z]{8}$/,
  snapchat: /^\w{20}$/,
  telegram: /^-100\d{10}$/,
  threads: /^\d{17}$/,
  tiktok: /^\d{19}$/,
  twitter: /^\d{19}$/,
  whatsapp: /^\d{15}$/,
  youtube: /^UC\w{22}$/,
};

test.each(Platform.options)('%s: made ids look like its own, stay the same, and differ', (platform) => {
  const handles = Array.from({ length: 2_000 }, (_, index) => `someone.${index}`);
  const ids = handles.map((handle) => deriveUserId(platform, handle));
  expect(ids.filter((id) => !LOOKS[platform].test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(handles.map((handle) => deriveUserId(platform, handle))).toEqual(ids);
});
