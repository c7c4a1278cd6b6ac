import { describe, expect, test } from 'vitest';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';
import { crier } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';

const IMAGE = 'https://kestrellane.example/beans.jpg';
const LINK = 'https://kestrellane.example/huila';

async function preview(words: readonly string[], around: Parameters<typeof crier>[1] = {}) {
  return crier(['posts', 'preview', ...words], around);
}

async function previewsOf(words: readonly string[], around: Parameters<typeof crier>[1] = {}) {
  const { json } = await preview([...words, '--json'], around);
  return (json as { readonly previews: readonly Record<string, unknown>[] }).previews;
}

/** The last cell of each row, as one text. */
const lastCells = (screen: string) => screen.replaceAll(/\s+/g, ' ');

const TEXTS: readonly (readonly [string, string])[] = [
  ['a text in Japanese', `${'新しい豆が入りました。'.repeat(8)}${LINK}をご覧ください。`],
  ['a text in Vietnamese', `${'Cà phê sữa đá mới về, mời bạn ghé quán. '.repeat(6)}${LINK}`],
  ['a text with a family emoji and a link', `The whole family 👨‍👩‍👧‍👦 drinks it: ${LINK}`],
];

describe('what is shown fits the screen, and nothing of the text is missing', () => {
  test.each(TEXTS.flatMap(([what, text]) => [80, 40].map((columns) => [what, columns, text] as const)))(
    '%s, in %s columns',
    async (_what, columns, text) => {
      const words = ['--platform', 'twitter,bluesky', '--thread', '--text', text];
      const { exitCode, stdout } = await preview([...words, '--color', 'never'], {
        isTerminal: true,
        columns,
      });
      expect(exitCode).toBe(0);
      for (const line of stdout.split('\n')) expect(getDisplayWidth(line)).toBeLessThanOrEqual(columns);
      const letters = (shown: string) => shown.replaceAll(/\s/g, '');
      expect(letters(stdout)).toContain(letters(text).slice(-20));
      expect(stdout).toMatch(/\d+ of 280/);
    },
  );
});

describe('each network shows the post in its own way', () => {
  test('the posts of a thread, each with its length and its media, in JSON', async () => {
    const text = `The kettle, slowly.\n\nThe press: ${LINK}`;
    const [onX, onBluesky] = await previewsOf([
      ...'--platform twitter,bluesky --thread --text'.split(' '),
      text,
      '--media',
      IMAGE,
    ]);
    expect(onX).toMatchObject({
      platform: 'twitter',
      posts: [
        { text: 'The kettle, slowly.', count: 19, limit: 280, mediaUrls: [IMAGE], card: null },
        { text: `The press: ${LINK}`, count: 34, limit: 280, mediaUrls: [], card: LINK },
      ],
      errors: [],
    });
    expect(onBluesky).toMatchObject({ posts: [{ text, mediaUrls: [IMAGE], card: null }] });
  });

  const other = 'https://ex.com/b';
  test.each([
    [
      'links that are shortened, and names that are not',
      `${LINK} ${other} ex.com`,
      ['2 links are shortened'],
    ],
    ['no links', 'ex.com', []],
  ])('what the service changes: %s', async (_what, text, changes) => {
    const words = ['--platform', 'facebook', '--shorten-links', '--text', text];
    expect(await previewsOf(words)).toMatchObject([{ changes }]);
    expect(await previewsOf([...words, '--auto-hashtag'])).toMatchObject([
      { changes: [...changes, 'hashtags are added'] },
    ]);
    const [unchanged] = await previewsOf(['--platform', 'facebook', '--text', text]);
    expect(unchanged).toMatchObject({ changes: [], title: null, firstComment: null });
  });

  test.each([
    ['the first link', 'threads', [], LINK],
    ['the last link on X', 'twitter', [], other],
    ['none beside media', 'threads', ['--media', IMAGE], null],
    ['none on a network without cards', 'instagram', [], null],
    [
      'the link of an option',
      'facebook',
      ['--set', 'faceBookOptions.link=https://ex.com/c'],
      'https://ex.com/c',
    ],
  ])('the card is of %s', async (_which, platform, more, card) => {
    const [shown] = await previewsOf(['--platform', platform, '--text', `See ${LINK} and ${other}`, ...more]);
    expect(shown).toMatchObject({ posts: [{ card }] });
  });

  test('what is shortened, has no effect or would be refused', async () => {
    const [onInstagram, onReddit] = await previewsOf([
      ...'--platform instagram,reddit --shorten-links --first-comment'.split(' '),
      'Ask us',
      '--text',
      `See ${LINK}`,
    ]);
    expect(onInstagram).toMatchObject({
      firstComment: 'Ask us',
      changes: ['the link is shortened'],
      errors: [expect.stringContaining('does not accept posts without media')],
    });
    expect(onReddit).toMatchObject({
      title: null,
      errors: expect.arrayContaining([expect.stringContaining('title')]),
    });
  });
});

test('posts of files are previewed with their places, and one that is none is an error', async () => {
  const week = [
    '- post: Fresh beans',
    '  platforms: [bluesky]',
    '- post: 3 o’clock',
    '  platforms: [myspace]',
  ].join('\n');
  await inFolder({ 'week.yaml': week }, async (folder) => {
    const { exitCode, json, error } = await preview(['week.yaml', '--json'], { folder });
    expect(exitCode).toBe(2);
    expect(json).toMatchObject({ previews: [{ file: 'week.yaml', line: 1, post: 1, platform: 'bluesky' }] });
    expect(JSON.stringify(error)).toContain('week.yaml:4:15: platforms[0]: ');
  });
});

test('a hostile text reaches the screen without its control characters', async () => {
  const text = 'one\u001b]0;title\u0007two\u202ethree';
  const { stdout } = await preview(['--platform', 'bluesky', '--text', text], {
    isTerminal: true,
    columns: 80,
  });
  for (const control of ['\u0007', '\u202e', '\u001b]']) expect(stdout).not.toContain(control);
  expect(lastCells(stdout)).toContain('two');
});

test('what cannot be a post is refused, as by posts create', async () => {
  expect((await preview(['--platform', 'bluesky', '--set', 'isVideo=x', '--text', 'x'])).exitCode).toBe(2);
  expect((await preview([])).exitCode).toBe(2);
});

test('a file of several posts is previewed with -f as well, like "posts create -f" takes it', async () => {
  const week = 'text,platforms\nFresh beans,bluesky\nNew mugs,"bluesky, twitter"\n';
  await inFolder({ 'week.csv': week }, async (folder) => {
    const { exitCode, json } = await preview(['-f', 'week.csv', '--json'], { folder });
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ previews: [{ post: 1 }, { post: 2 }, { post: 2, platform: 'twitter' }] });
  });
});

test('a text that makes too many posts is not shown, and says why', async () => {
  const words = ['--platform', 'twitter', '--thread', '--text', 'word '.repeat(2_000)];
  const [shown] = await previewsOf(words);
  expect(shown).toMatchObject({ posts: [], errors: [expect.stringContaining('more than 30 posts')] });
  expect((await preview(words, { isTerminal: true })).stdout).toContain('over 30 posts');
});

test('a table for programs has every text of a preview', async () => {
  const words = ['--platform', 'reddit', '--set', 'redditOptions.title=News', '--text', 'a', '-o', 'csv'];
  const { stdout } = await preview([...words, '--first-comment', 'b']);
  expect(stdout.split('\n')[0]).toContain('title,firstComment,changes');
  expect(stdout).toContain(',News,b,');
});
