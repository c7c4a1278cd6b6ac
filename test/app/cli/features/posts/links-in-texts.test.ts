import { describe, expect, test } from 'vitest';
import { crier, openTestSandbox } from '../../../../support/crier.ts';

const check = async (platform: string, text: string, ...more: readonly string[]) => {
  const words = ['posts', 'check', '--platform', platform, '--text', text, ...more];
  const ran = await crier([...words, '--json'], { isTerminal: false });
  const { problems } = ran.json as { problems: readonly { effect: string; message: string }[] }; // its schema has them
  return { exitCode: ran.exitCode, messages: problems.map(({ effect, message }) => `${effect}: ${message}`) };
};

const OVER_BY_A_LINK = 'network: must be at most 280 characters, but has 284';

describe('X turns a name with a known ending into a link of 23', () => {
  test.each([
    ['as it is', 'kestrel.com'],
    ['with www.', 'www.kestrel.com'],
    ['with a path', 'kestrel.com/beans'],
    ['with a port and a path', 'kestrel.com:8080/beans'],
    ['of a country', 'kestrel.no'],
    ['with umlauts', 'käse.de'],
    ['with an ending in another script', 'kestrel.рф'],
    ['with a scheme', 'https://kestrel.com/a/very/long/path/of/an/article/about/beans'],
  ])('%s', async (_what, link) => {
    const { exitCode, messages } = await check('twitter', `${'a'.repeat(260)} ${link}`);
    expect([exitCode, messages]).toEqual([11, [expect.stringContaining(OVER_BY_A_LINK)]]);
    expect((await check('twitter', `${'a'.repeat(256)} ${link}`)).exitCode).toBe(0);
  });

  test.each([
    ['in brackets', '(kestrel.com)', 286],
    ['before a comma', 'kestrel.com, and', 289],
  ])('%s', async (_what, end, count) => {
    const { messages } = await check('twitter', `${'a'.repeat(260)} ${end}`);
    expect(messages).toEqual([expect.stringContaining(`but has ${count}`)]);
  });

  test.each(['hi@kestrel.com', '@kestrel.com', '#tag.com', 'foo.js', '1.2.3.4'])(
    'but not %s',
    async (text) => {
      expect((await check('twitter', `${'a'.repeat(265)} ${text}`)).exitCode).toBe(0);
    },
  );
});

test('X counts a text that a Mac decomposed as it was typed', async () => {
  const text = 'Cà phê sữa đá '.repeat(18).normalize('NFD');
  expect(await check('twitter', text)).toEqual({ exitCode: 0, messages: [] });
  expect((await check('twitter', '한국어가 '.repeat(31).normalize('NFD'))).exitCode).toBe(0);
  expect((await check('twitter', 'が'.repeat(140).normalize('NFD'))).exitCode).toBe(0);
});

test('on X, emoji of several code points count two', async () => {
  const emoji = ['1️⃣', '🇳🇴', '👍🏽', '👨‍👩‍👧‍👦', '❤️', '👩🏽‍🚀'];
  for (const each of emoji) {
    expect([each, (await check('twitter', each.repeat(140))).exitCode]).toEqual([each, 0]);
    expect([each, (await check('twitter', each.repeat(141))).exitCode]).toEqual([each, 11]);
  }
});

test('on X, a Japanese sentence directly behind a link is no part of the link', async () => {
  const { exitCode, messages } = await check('twitter', `詳細はhttps://ex.com/a${'あ'.repeat(130)}`);
  expect([exitCode, messages]).toEqual([11, [expect.stringContaining('but has 289')]]);
});

const shorten = async (text: string) => {
  const words = ['posts', 'create', '--platform', 'facebook', '--text', text, '--shorten-links'];
  const { json } = await crier([...words, '--sandbox', '--json']);
  return (json as { post: string }).post.replaceAll(/https:\/\/s\.example\/\w+/g, '⟦⟧'); // its schema has one
};

test.each([
  [
    'Japanese text and full-width brackets stay',
    '詳細はhttps://ex.com/aをご覧ください。（https://ex.com/b）です',
    '詳細は⟦⟧をご覧ください。（⟦⟧）です',
  ],
  [
    'closing quotation marks and emoji stay',
    'See “https://ex.com/a” … or https://ex.com/b🔥',
    'See “⟦⟧” … or ⟦⟧🔥',
  ],
  [
    'signs behind a link stay',
    '«https://ex.com/a» `https://ex.com/b` **https://ex.com/c** https://ex.com/d… https://ex.com/e—f',
    '«⟦⟧» `⟦⟧` **⟦⟧** ⟦⟧… ⟦⟧—f',
  ],
  [
    'a closing bracket belongs to the link if it balances',
    'Read https://en.wikipedia.org/wiki/Cup_(unit) (or https://ex.com/b).',
    'Read ⟦⟧ (or ⟦⟧).',
  ],
  [
    'Markdown, quotes and punctuation stay',
    '[x](https://ex.com/a) <https://ex.com/b> "https://ex.com/c" https://ex.com/ä. https://ex.com/e? https://ex.com/f!',
    '[x](⟦⟧) <⟦⟧> "⟦⟧" ⟦⟧. ⟦⟧? ⟦⟧!',
  ],
])('links are shortened, and only they: %s', async (_what, text, expected) => {
  expect(await shorten(text)).toBe(expected);
});

test('a shortened link leads to the whole address, with its brackets', async () => {
  const sandbox = await openTestSandbox();
  const around = { sandbox: { ...sandbox, close: () => {} } };
  const words = 'posts create --platform facebook --shorten-links --sandbox --text'.split(' ');
  await crier([...words, 'Read https://en.wikipedia.org/wiki/Cup_(unit).'], around);
  const { json } = await crier('links list --sandbox --json', around);
  const { links } = json as { links: readonly { originalUrl: string }[] }; // its schema has them
  expect(links.map(({ originalUrl }) => originalUrl)).toContain('https://en.wikipedia.org/wiki/Cup_(unit)');
  sandbox.close();
});

describe('a long link in a thread on Threads', () => {
  const link = `https://ex.com/${'b'.repeat(440)}`;

  const preview = async (text: string, ...more: readonly string[]) => {
    const words = ['posts', 'preview', '--platform', 'threads', '--thread', '--text', text, '--json'];
    const { json } = await crier([...words, ...more]);
    const [first] = (json as { previews: readonly { posts: readonly { text: string }[] }[] }).previews; // its schema has it
    return first?.posts.map((post) => post.text);
  };

  test('is whole, in the second post', async () => {
    const words = 'word '.repeat(20);
    expect(await preview(words + link)).toEqual([words.trim(), link]);
  });

  test('is whole with numbers', async () => {
    const words = 'word '.repeat(20);
    expect(await preview(words + link, '--thread-numbers')).toEqual([
      `${words.trim()} (1/2)`,
      `${link} (2/2)`,
    ]);
  });

  test('is whole behind text without spaces', async () => {
    expect(await preview(`${'あ'.repeat(100)}${link}です`)).toEqual(['あ'.repeat(100), `${link}です`]);
  });

  test('that fits into no post is an error, and nothing is sent', async () => {
    const long = `${'word '.repeat(20)}${link}${'b'.repeat(100)}`;
    const { exitCode, messages } = await check('threads', long, '--thread');
    expect(exitCode).toBe(11);
    expect(messages).toEqual([
      expect.stringMatching(/fits into no post of a thread.*"https:\/\/ex\.com\/b+…"; shortenLinks: true/),
    ]);
    expect((await check('threads', long, '--thread', '--shorten-links')).exitCode).toBe(0);
  });
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
