import { describe, expect, test } from 'vitest';
import type { PostCheckDocument } from '../../../../../src/cli/features/posts/check-posts.ts';
import { type Around, crier, type Ran } from '../../../../support/crier.ts';
import { checkInFolder } from '../../../../support/in-folder.ts';

const check = (
  words: string | readonly string[],
  files: Readonly<Record<string, string>> = {},
  around: Around = {},
): Promise<Ran> => checkInFolder('posts', files, { words, around });

const documentOf = ({ json }: Ran) => json as PostCheckDocument; // the test run has held it against its schema

const FAMILY = '👨‍👩‍👧‍👦';
const VIDEO = ['--media', 'https://m.example.com/v.mp4'];

// the limits of each network are in test/unit/domain/posts/text-limits.test.ts
test('a post that a network documents as too long is an error, and no part of it is sent', async () => {
  const words = ['--platform', 'bluesky', '--text', FAMILY.repeat(150)];
  const message = 'must be at most 3,000 bytes of UTF-8, but has 3,750';
  const checked = await check([...words, '--json']);
  expect([checked.exitCode, documentOf(checked).problems]).toMatchObject([11, [{ path: 'post', message }]]);
  const { exitCode, stderr } = await crier(['posts', 'create', ...words, '--sandbox']);
  expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(message)]);
});

describe('the counts of a check', () => {
  const WORDS = ['--platform', 'bluesky,youtube', ...VIDEO, '--set', 'youTubeOptions.title=Cups'];

  test('are those of each network and limit, also without a problem', async () => {
    const { counts, problems } = documentOf(await check([...WORDS, '--text', 'Café', '--json']));
    expect(problems).toEqual([]);
    const here = { file: null, post: null, part: null, exact: true };
    expect(counts).toEqual([
      { ...here, platform: 'bluesky', path: 'post', unit: 'graphemes', count: 4, limit: 300 },
      { ...here, platform: 'bluesky', path: 'post', unit: 'bytes', count: 5, limit: 3_000 },
      { ...here, platform: 'youtube', path: 'post', unit: 'bytes', count: 5, limit: 5_000 },
      { ...here, platform: 'youtube', path: 'youTubeOptions.title', unit: 'graphemes', count: 4, limit: 100 },
    ]);
  });

  test('are exact up to 10,000 beyond a limit', async () => {
    const countOf = async (length: number) => {
      const words = ['--platform', 'linkedin', '--text', 'é'.repeat(length), '--json'];
      const [count] = documentOf(await check(words)).counts;
      return [count?.count, count?.exact];
    };
    expect(await countOf(13_000)).toEqual([13_000, true]);
    expect(await countOf(13_001)).toEqual([13_000, false]);
  });

  test('are those of each post of a thread', async () => {
    const words = ['--platform', 'threads', '--thread', '--text', `One\n\n${'🎉'.repeat(100)}`];
    const { counts } = documentOf(await check([...words, '--json']));
    expect(counts.map(({ part, count, limit }) => [part, count, limit])).toEqual([
      [1, 3, 500],
      [2, 400, 500],
    ]);
    const { stdout } = await check(words, {}, { isTerminal: true, env: { NO_COLOR: '1' } });
    expect(stdout).toContain('Threads  2 posts, 3 and 400 of 500\n');
  });

  test.each([80, 40])('are shown above the problems, in %i columns', async (columns) => {
    const around = { isTerminal: true, columns, env: { NO_COLOR: '1' } };
    const words = ['--platform', 'twitter,bluesky', '--text', 'x'.repeat(284)];
    const { stdout } = await check(words, {}, around);
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      'X        284 of 280',
      'Bluesky  284 of 300',
      '',
      expect.stringMatching(/^NETWORK +EFFECT +CODE/),
    ]);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });

  test('are shown without a problem, too', async () => {
    const around = { isTerminal: true, columns: 80, env: { NO_COLOR: '1' } };
    const { stdout } = await check(['--platform', 'bluesky', '--text', FAMILY.repeat(110)], {}, around);
    expect(stdout).toBe(
      'Bluesky  2,750 of 3,000 bytes\n\nno errors, as far as can be known without the accounts and the media\n',
    );
  });

  test('of posts in files name the network whose limit is the nearest', async () => {
    const files = {
      'a.yaml': `post: ${'x'.repeat(200)}\nplatforms: [linkedin, twitter]\n---\npost: Cups\nplatforms: [bluesky]\n`,
    };
    const around = { isTerminal: true, columns: 80, env: { NO_COLOR: '1' } };
    const { stdout } = await check('a.yaml', files, around);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'a.yaml #1  200 of 280 on X',
      'a.yaml #2  4 of 300 on Bluesky',
    ]);
    const { counts } = documentOf(await check('a.yaml --json', files));
    expect(counts.map(({ file, post, platform, count }) => [file, post, platform, count])).toEqual([
      ['a.yaml', 1, 'linkedin', 200],
      ['a.yaml', 1, 'twitter', 200],
      ['a.yaml', 2, 'bluesky', 4],
      ['a.yaml', 2, 'bluesky', 4],
    ]);
  });

  test('of many posts are those nearest to a limit', async () => {
    const file = Array.from({ length: 25 }, (_, at) => `${'x'.repeat(at + 1)},bluesky`).join('\n');
    const around = { isTerminal: true, columns: 80, env: { NO_COLOR: '1' } };
    const { stdout } = await check('a.csv', { 'a.csv': `text,platforms\n${file}\n` }, around);
    expect(stdout).toContain('a.csv #25  25 of 300 on Bluesky\n');
    expect(stdout).toContain('others     5 posts further from the limits\n');
  });
});
