import { expect, test } from 'vitest';
import { crier, openTestSandbox } from '../../../../support/crier.ts';

const check = async (platform: string, text: string, ...more: readonly string[]) => {
  const words = ['posts', 'check', '--platform', platform, '--text', text, ...more];
  const ran = await crier([...words, '--json'], { isTerminal: false });
  const { problems } = ran.json as { problems: readonly { effect: string; message: string }[] }; // its schema has them
  return { exitCode: ran.exitCode, messages: problems.map(({ effect, message }) => `${effect}: ${message}`) };
};

// which texts are links, and what X counts, is in test/unit/domain/text
test.each([
  ['a name with a known ending is a link of 23', `${'a'.repeat(260)} kestrel.com/beans`, 284],
  [
    'a Japanese sentence directly behind a link is no part of it',
    `詳細はhttps://ex.com/a${'あ'.repeat(130)}`,
    289,
  ],
  ['a family is one character, of two', '👨‍👩‍👧‍👦'.repeat(141), 282],
])('X counts as it documents: %s', async (_what, text, count) => {
  const { exitCode, messages } = await check('twitter', text);
  const message = `network: must be at most 280 characters, but has ${count}`;
  expect([exitCode, messages]).toEqual([11, [expect.stringContaining(message)]]);
});

test('X counts a text that a Mac decomposed as it was typed', async () => {
  for (const text of ['Cà phê sữa đá '.repeat(18), '한국어가 '.repeat(31), 'が'.repeat(140)])
    expect(await check('twitter', text.normalize('NFD'))).toEqual({ exitCode: 0, messages: [] });
});

test('links are shortened, and only they; each leads to the whole address, with its brackets', async () => {
  const sandbox = await openTestSandbox();
  const around = { sandbox: { ...sandbox, close: () => {} } };
  const words = 'posts create --platform facebook --shorten-links --sandbox --json --text'.split(' ');
  const text = 'Read https://en.wikipedia.org/wiki/Cup_(unit) （https://ex.com/b）, "https://ex.com/c".';
  const { json: posted } = await crier([...words, text], around);
  const { post } = posted as { post: string }; // its schema has one
  expect(post.replaceAll(/https:\/\/s\.example\/\w+/g, '⟦⟧')).toBe('Read ⟦⟧ （⟦⟧）, "⟦⟧".');
  const { json } = await crier('links list --sandbox --json', around);
  const { links } = json as { links: readonly { originalUrl: string }[] }; // its schema has them
  expect(links.map(({ originalUrl }) => originalUrl)).toContain('https://en.wikipedia.org/wiki/Cup_(unit)');
  sandbox.close();
});

test('a long link that fits into no post of a thread is an error, and nothing is sent', async () => {
  const long = `${'word '.repeat(20)}https://ex.com/${'b'.repeat(540)}`;
  const { exitCode, messages } = await check('threads', long, '--thread');
  expect(exitCode).toBe(11);
  expect(messages).toEqual([
    expect.stringMatching(/fits into no post of a thread.*"https:\/\/ex\.com\/b+…"; shortenLinks: true/),
  ]);
  expect((await check('threads', long, '--thread', '--shorten-links')).exitCode).toBe(0);
});

test('a link that ends before letters of its path is a warning, and --strict counts it', async () => {
  const text = 'https://ja.wikipedia.org/wiki/日本 を見て';
  const ends =
    'has a link that ends before "日本": write that as %E6%97%A5%E6%9C%AC, or put a space before it';
  const { exitCode, messages } = await check('bluesky', text, '--strict');
  expect([exitCode, messages]).toEqual([11, [expect.stringContaining(`warning: ${ends}`)]]);
  const words = ['posts', 'create', '--platform', 'bluesky', '--text', text, '--shorten-links', '--sandbox'];
  expect((await crier(words)).stderr.replaceAll(/\s+/g, ' ')).toContain(ends);
});

test('only X ends a link before Greek letters', async () => {
  const text = 'https://el.wikipedia.org/wiki/Αθήνα';
  expect((await check('bluesky', text)).messages).toEqual([]);
  expect((await check('twitter', text)).messages).toEqual([
    expect.stringContaining('has a link that ends before "Αθήνα": write that as %CE%91%CE%B8…'),
  ]);
});
