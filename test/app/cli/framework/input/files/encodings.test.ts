import { describe, expect, test } from 'vitest';
import { crier, type Ran } from '../../../../../support/crier.ts';
import { inFolder } from '../../../../../support/in-folder.ts';

const said = ({ stderr, stdout }: Ran) => (stderr + stdout).replaceAll(/\s+/g, ' ');
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

/** Commands that read a file, with a text of its kind that has `X` where its words are. */
const READERS = [
  ['posts create --platform bluesky --text-file FILE', 'one\nX'],
  ['posts create -f FILE', 'platforms: [bluesky]\npost: X'],
  ['posts create -f FILE', '{"platforms":["bluesky"],\n"post":"X"}'],
  ['posts create -f FILE', 'platforms,text\nbluesky,X\n'],
  ['api POST /post -F platforms[]=bluesky -F post=@FILE', 'one\nX'],
  ['api POST /post --input FILE', '{"platforms":["bluesky"],\n"post":"X"}'],
  ['hashtags check --hashtags-from FILE', 'one\nX'],
  ['comments get --ids-from FILE', 'one\nX'],
  ['automations create --on story-reply --dm @FILE', 'one\nX'],
  ['callbacks serve --file FILE', '{"id":1,\n"message":"X"}'],
] as const;

function runWith(command: string, bytes: Uint8Array): Promise<Ran> {
  const words = `${command} --sandbox`.replace('FILE', 'a.file').split(' ');
  return inFolder({ 'a.file': bytes }, (folder) => crier(words, { folder }));
}

describe.each(READERS)('crier %s', (command, text) => {
  test('refuses bytes of windows-1252 with their place', async () => {
    const ran = await runWith(command, latin1(text.replace('X', 'caf\u00E9')));
    expect([ran.exitCode, said(ran)]).toEqual([2, expect.stringContaining('not valid UTF-8')]);
    expect(said(ran)).toMatch(/a\.file:2:\d+|line 2 of a\.file/);
  });

  test('refuses UTF-16 that is cut within a character', async () => {
    const ran = await runWith(command, utf16(text).subarray(0, -1));
    expect(ran.exitCode, said(ran)).toBe(2);
  });
});

const withoutKey = ({ stdout }: Ran) => stdout.replace(/"idempotencyKey": "[\w-]+"/, '');

/** Commands that print what they would send. */
const SENDERS = READERS.filter(([command]) => /^(?:posts|api|automations)/.test(command));

describe.each(SENDERS)('crier %s --dry-run', (command, text) => {
  test('sends the same with UTF-16', async () => {
    const sent = await runWith(`${command} --dry-run -o json`, utf16(text));
    const plain = await runWith(`${command} --dry-run -o json`, Buffer.from(text));
    expect([sent.exitCode, withoutKey(sent)]).toEqual([0, withoutKey(plain)]);
  });

  test('sends U+FFFD that is in the text, and warns of it', async () => {
    const ran = await runWith(`${command} --dry-run --json`, Buffer.from(text.replace('X', 'a\uFFFDb')));
    expect(ran.exitCode, said(ran)).toBe(0);
    expect(ran.stdout).toContain('a\uFFFDb');
    if (!command.startsWith('api')) expect(said(ran)).toContain('contains U+FFFD');
  });
});

test.each([
  ['a byte order mark', Buffer.from('\uFEFFcaf\u00E9')],
  ['UTF-16 with the high byte first', utf16be('caf\u00E9')],
])('a text is read with %s', async (_what, bytes) => {
  const ran = await runWith('posts create --platform bluesky --text-file FILE --dry-run --json', bytes);
  expect(ran.json).toMatchObject({ request: { body: { post: 'caf\u00E9' } } });
});

test('a bad byte is named, not a U+FFFD before it', async () => {
  const ran = await runWith(
    'posts create -f FILE',
    Buffer.concat([Buffer.from('post: \uFFFD '), latin1('\xE9')]),
  );
  expect(said(ran)).toContain('a.file:1:9: this is not valid UTF-8');
});

test('UTF-16 without a byte order mark is refused', async () => {
  const ran = await runWith('posts create --platform bluesky --text-file FILE', Buffer.from('Hi', 'utf16le'));
  expect(ran.exitCode, said(ran)).toBe(2);
});

test('a file of Excel before 2007 is named', async () => {
  const ran = await runWith('posts create -f FILE', latin1('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'));
  expect([ran.exitCode, said(ran)]).toEqual([2, expect.stringContaining('a file of an office program')]);
});

test('half of a character, which is published as U+FFFD, is a warning', async () => {
  const ran = await runWith(
    'posts check FILE --json',
    Buffer.from('{"post":"a \\ud83d b","platforms":["bluesky"]}'),
  );
  expect(ran.json).toMatchObject({ problems: [{ path: 'post', effect: 'warning' }] });
});
