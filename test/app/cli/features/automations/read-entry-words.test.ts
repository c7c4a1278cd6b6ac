import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseEntry } from '../../../../../src/cli/features/automations/parse-entry.ts';
import { writeEntry } from '../../../../../src/cli/features/automations/wizard/equivalent-command.ts';
import { readTextArgument } from '../../../../../src/cli/framework/input/files/text-argument.ts';
import { CrierError } from '../../../../../src/errors.ts';
import { anyCharacters } from '../../../../support/hostile-texts/any-characters.ts';
import { testSeed } from '../../../../support/test-seed.ts';

const PLACE = { flag: '--trigger', types: ['comment_keyword', 'story_reply'] };
const FILES: Readonly<Record<string, string>> = {
  'hello.txt': 'Hi, {{recipient_username}}\n',
  'two.txt': '\uFEFFone\r\ntwo\r\n',
};

async function readFile(file: string): Promise<string> {
  const text = FILES[file];
  if (text === undefined) throw new CrierError('usage', `cannot read ${file}: there is no such file`);
  return text;
}

const read = (text: string) => parseEntry(text, PLACE, readFile);

test.each([
  ['only a type', 'story_reply', { type: 'story_reply' }],
  [
    'a list, whose members are parted',
    'comment_keyword,postId=all,keywords=INFO|LINK',
    { type: 'comment_keyword', postId: 'all', keywords: ['INFO', 'LINK'] },
  ],
  [
    'blanks around what is not in quotes',
    ' dm_keyword , keywords = price list | "  two " ',
    { type: 'dm_keyword', keywords: ['price list', '  two '] },
  ],
  [
    'commas, bars and quotes in quotes',
    String.raw`dm_keyword,keywords="a,b"|"c|d"|"say \"e\""`,
    { type: 'dm_keyword', keywords: ['a,b', 'c|d', 'say "e"'] },
  ],
  ['a bar in what is no list', 'send_dm,message=this | that', { type: 'send_dm', message: 'this | that' }],
  ['an equals sign in a value', 'send_dm,message=1+1=2', { type: 'send_dm', message: '1+1=2' }],
  [
    'numbers and switches',
    'fire_webhook,sendCompletedEvent=true,dedupWindowMinutes=60',
    { type: 'fire_webhook', sendCompletedEvent: true, dedupWindowMinutes: 60 },
  ],
  [
    'a number in quotes is a text, for the validation to refuse',
    'fire_webhook,dedupWindowMinutes="60",sendCompletedEvent=yes',
    { type: 'fire_webhook', dedupWindowMinutes: '60', sendCompletedEvent: 'yes' },
  ],
  ['an id that looks like a number', 'story_reply,storyId=179', { type: 'story_reply', storyId: '179' }],
  [
    'a line break in quotes, written or as it is',
    'send_dm,message="one\\ntwo\nthree"',
    { type: 'send_dm', message: 'one\ntwo\nthree' },
  ],
  [
    'a file, without the line break at its end',
    'send_dm,message=@hello.txt',
    { type: 'send_dm', message: 'Hi, {{recipient_username}}' },
  ],
  ['a file with a mark and lines', 'send_dm,message=@two.txt', { type: 'send_dm', message: 'one\ntwo' }],
  [
    'an @ before a placeholder and words',
    'send_dm,message=@{{recipient_username}} hi',
    { type: 'send_dm', message: '@{{recipient_username}} hi' },
  ],
  ['an @ that names no file', 'send_dm,message=@@anna', { type: 'send_dm', message: '@anna' }],
  ['an @ in quotes', 'send_dm,message="@hello.txt"', { type: 'send_dm', message: '@hello.txt' }],
  [
    'files in a list',
    'dm_keyword,keywords=@hello.txt|b',
    { type: 'dm_keyword', keywords: ['Hi, {{recipient_username}}', 'b'] },
  ],
  ['JSON', ' {"type":"dm_reaction","emoji":"❤️"}', { type: 'dm_reaction', emoji: '❤️' }],
  ['an unknown type and unknown fields', 'odd,a=1,b=true', { type: 'odd', a: '1', b: 'true' }],
  [
    'a name that objects have themselves',
    'dm_reaction,__proto__=x',
    JSON.parse('{"type":"dm_reaction","__proto__":"x"}'),
  ],
])('%s', { tags: ['D-07'] }, async (_what, text, entry) => {
  expect(await read(text)).toEqual(entry);
});

test.each([
  ['nothing', '', '--trigger must begin with a type', 'comment_keyword or story_reply'],
  ['no type', 'postId=all', '--trigger must begin with a type', 'comment_keyword'],
  [
    'a message with a comma and no quotes',
    'send_dm,message=Hi, you',
    'has "you" without a value',
    'quote a value',
  ],
  ['a comma at the end', 'story_reply,', 'a comma with nothing after it', 'quote a value'],
  ['a name twice', 'story_reply,storyId=1,storyId=2', '"storyId" twice', 'once'],
  ['a type twice', 'story_reply,type=dm_keyword', '"type" twice', 'once'],
  ['a list twice', 'dm_keyword,keywords=a,keywords=b', '"keywords" twice', 'separate its values with |'],
  [
    'quotes that do not end',
    'send_dm,message="Hi',
    'the closing quote of "message" is missing',
    'quote a value',
  ],
  ['words behind quotes', 'send_dm,message="Hi" you', '"message" continues after its quotes', 'all of it'],
  ['an escape that is none', 'send_dm,message="\\q"', 'invalid escape in "message"', '\\\\'],
  ['JSON that is nested too deep', `{"a":${'['.repeat(50_000)}`, 'is nested more than 256 deep', 'brackets'],
  ['JSON that is none', '{"type":', 'looks like JSON but cannot be parsed', 'quotes'],
  ['a file that is not there', 'send_dm,message=@nosuch.txt', 'there is no such file', '@@'],
])('refused: %s', { tags: ['D8'] }, async (_what, text, message, advice) => {
  const error = await read(text).then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(CrierError);
  const { kind, message: said, facts } = error as CrierError; // as the line above holds
  expect({ kind, said, advice: facts.advice }).toEqual({
    kind: 'usage',
    said: expect.stringContaining(message),
    advice: expect.stringContaining(advice),
  });
});

test.each([
  ['plain', 'plain'],
  ['@@at', '@at'],
  ['@', '@'],
  ['@hello.txt', 'Hi, {{recipient_username}}'],
])('the text of --dm %s', async (word, text) => {
  expect(await readTextArgument(word, readFile)).toBe(text);
});

describe('what is written is read as the same', () => {
  const seed = testSeed();
  const text = fc.oneof(
    anyCharacters(),
    fc.string({
      unit: fc.constantFrom(...'ab ,|"@\\=\n\r\t{}#', '\u2028', '\u202E', '\uD800', '❤️', '\uFEFF'),
    }),
  );
  const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const window = { dedupWindowMinutes: some(fc.integer()) };
  const entry = fc.oneof(
    fc.record({ type: fc.constant('comment_keyword'), postId: text, keywords: fc.array(text) }),
    fc.record({ type: fc.constant('story_comment'), storyId: some(text), keywords: some(fc.array(text)) }),
    fc.record({ type: fc.constant('dm_reaction'), emoji: some(text) }),
    fc.record({
      type: fc.constant('send_dm'),
      message: text,
      messageUrl: some(text),
      timeoutMs: some(fc.integer()),
      ...window,
    }),
    fc.record({ type: fc.constant('fire_webhook'), sendCompletedEvent: some(fc.boolean()), ...window }),
    fc.record({ type: fc.constant('send_email'), to: text, subject: some(text), message: text, ...window }),
    fc.dictionary(text, fc.jsonValue()),
  );

  test(`by many entries from seed ${seed}, on one line`, async () => {
    await fc.assert(
      fc.asyncProperty(entry, async (given) => {
        const whole: unknown = JSON.parse(JSON.stringify(given));
        const words = writeEntry(whole);
        expect(words).not.toMatch(/[\n\r\u2028]/);
        expect(await read(words)).toEqual(whole);
      }),
      { seed, numRuns: 150 },
    );
  });

  test.each([
    [
      { type: 'comment_keyword', postId: 'all', keywords: ['INFO', 'PRICE LIST'] },
      'comment_keyword,postId=all,keywords=INFO|PRICE LIST',
    ],
    [
      { type: 'send_dm', message: 'Hi, you', dedupWindowMinutes: 0 },
      'send_dm,message="Hi, you",dedupWindowMinutes=0',
    ],
    [{ type: 'send_dm', message: 'a\nb' }, 'send_dm,message="a\\nb"'],
    [{ type: 'dm_reaction', emoji: '❤️' }, 'dm_reaction,emoji=❤️'],
    [{ type: 'send_dm', message: null }, '{"type":"send_dm","message":null}'],
    [{ type: 'odd', a: 1 }, '{"type":"odd","a":1}'],
  ])('%j in words that people would write', (given, words) => {
    expect(writeEntry(given)).toBe(words);
  });
});
