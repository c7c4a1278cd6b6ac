import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseAutomationFile } from '../../../../../src/cli/features/automations/automation-file.ts';
import { toYaml } from '../../../../../src/cli/framework/input/files/yaml-text.ts';
import { sanitizeText } from '../../../../../src/cli/framework/output/text/sanitize-text.ts';
import { anyCharacters } from '../../../../support/hostile-texts/any-characters.ts';
import { testSeed } from '../../../../support/test-seed.ts';

test('it reads as people write', () => {
  const automation = {
    platform: 'instagram',
    name: 'Brew guide: on request',
    description: '',
    triggers: [
      {
        type: 'comment_keyword',
        postId: '17999000000000456',
        keywords: ['GUIDE', 'café', 'yes', '#brew', '2026'],
      },
      { type: 'dm_reaction', emoji: '❤️' },
    ],
    actions: [
      { type: 'send_dm', message: '{{recipient_username}}, hello', dedupWindowMinutes: 60 },
      {
        type: 'send_dm',
        message:
          'Hello {{recipient_username}}, here is the whole guide, with water and times: https://kestrellane.example/guide',
      },
      { type: 'fire_webhook', sendCompletedEvent: true },
      { type: 'send_email', to: 'shop@example.com', message: 'Somebody asked:\n\n  {{comment_text}}\n' },
    ],
  };
  expect(toYaml(automation)).toBe(`platform: instagram
name: "Brew guide: on request"
description: ""
triggers:
  - type: comment_keyword
    postId: "17999000000000456"
    keywords: [GUIDE, café, "yes", "#brew", "2026"]
  - type: dm_reaction
    emoji: ❤️
actions:
  - type: send_dm
    message: "{{recipient_username}}, hello"
    dedupWindowMinutes: 60
  - type: send_dm
    message: >-
      Hello {{recipient_username}}, here is the whole guide, with water and
      times: https://kestrellane.example/guide
  - type: fire_webhook
    sendCompletedEvent: true
  - type: send_email
    to: shop@example.com
    message: |
      Somebody asked:

        {{comment_text}}
`);
});

test('a long list has one entry a line, a list of objects always', () => {
  expect(toYaml({ keywords: Array.from({ length: 9 }, (_, at) => `keyword${at}`) })).toContain(
    '\n  - keyword8\n',
  );
  expect(toYaml({ actions: [{ to: 'a' }] })).toBe('actions:\n  - to: a\n');
});

test.each([['yes'], ['on'], ['null'], ['~'], ['12:30'], ['0o17'], ['1e3'], ['2001-01-01']])(
  '%s is quoted, so that no reader parses it as another type',
  (text) => {
    expect(toYaml({ text })).toBe(`text: "${text}"\n`);
  },
);

test.each([
  ['what turns the order of signs', 'a\u202Eb', String.raw`"a\U0000202Eb"`],
  ['what steers a terminal', '\u001B[31m', String.raw`"\x1B[31m"`],
  ['a tab', 'a\tb', String.raw`"a\x09b"`],
  ['what people would read as an escape', String.raw`C:\new`, String.raw`"C:\x5Cnew"`],
  ['quotes beside it', '"\u0000"', String.raw`"\"\x00\""`],
  ['what stands for a lost character', 'a\uFFFD', String.raw`"a\U0000FFFD"`],
  ['what varies a letter that was escaped', 'é\u180B\u180B', String.raw`"\xE9\U0000180B\U0000180B"`],
  ['half a character', '\uD800', String.raw`"\U0000D800"`],
])('%s is written as an escape', (_what, text, expected) => {
  expect(toYaml({ text })).toBe(`text: ${expected}\n`);
});

test.each([
  ['a text', (text: string) => ({ text })],
  ['a name', (text: string) => ({ [text]: 'b' })],
  ['a list', (text: string) => [text]],
  ['a list in a list', (text: string) => [[text, 'b']]],
])('lines that are one space stay as they are in %s', (_what, place) => {
  const value = place(`a${'\n '.repeat(15)}\nb`);
  expect(parse(toYaml(value))).toEqual(value);
});

test('a name of two lines is one', () => {
  expect(parse(toYaml({ ' \n': { 'a\n ': 'b' } }))).toEqual({ ' \n': { 'a\n ': 'b' } });
});

const seed = testSeed();
const TEXT = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  anyCharacters(),
  fc.string({
    unit: fc.constantFrom(
      ...'a \n\t\r:#-{}[],"\'\\nu0|>%&*!?',
      '\u202E',
      '\u200D',
      '👍',
      '❤',
      '\uFE0F',
      '\u0301',
      '\uD800',
      'ä',
    ),
  }),
  fc.constantFrom(
    'yes',
    '12:30',
    '0o7',
    'null',
    '~',
    '<<',
    '---',
    '...',
    '? a',
    '- a',
    'word '.repeat(40),
    `${'word '.repeat(40)}\n b`,
  ),
);
const { value: VALUE } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    TEXT,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(TEXT, tie('value'), { maxKeys: 4 }),
  ),
}));

test(`it reads back as the same, and is readable as it is (seed ${seed})`, () => {
  fc.assert(
    fc.property(VALUE, (value) => {
      const text = toYaml(value);
      expect(plain(parse(text))).toEqual(plain(value));
      expect(text.split('\n').filter((line) => sanitizeText(line) !== line)).toEqual([]);
    }),
    { seed, numRuns: 2_000 },
  );
});

/** Objects without a parent, which fast-check makes, are not distinguished. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

test(`an automation reads back as the same through our own reader, too (seed ${seed})`, () => {
  const AUTOMATION = fc.record({
    name: TEXT,
    triggers: fc.array(fc.record({ type: TEXT, postId: TEXT, keywords: fc.array(TEXT) })),
    actions: fc.array(
      fc.record({ message: TEXT, timeoutMs: fc.integer(), sendCompletedEvent: fc.boolean() }),
    ),
  });
  fc.assert(
    fc.property(AUTOMATION, (automation) => {
      const { entries, faults, warnings } = parseAutomationFile({ name: 'a.yaml', text: toYaml(automation) });
      expect({ faults, warnings }).toEqual({ faults: [], warnings: [] });
      expect(plain(entries.map(({ value }) => value))).toEqual([plain(automation)]);
    }),
    { seed, numRuns: 500 },
  );
});
