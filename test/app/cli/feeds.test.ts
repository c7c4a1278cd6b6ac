import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox } from '../../support/crier.ts';
import { createFakeOutbound } from '../../support/engine/fake-outbound.ts';
import { createFeedSite, FEED_URL, ok, writeRss } from '../../support/network/feed-site.ts';

const OTHER = 'https://blog.example/other.xml';
const FIRST = { guid: '1', title: 'Before', link: 'https://blog.example/1' };
const SECOND = { guid: '2', title: 'Spring blend', link: 'https://blog.example/2' };
const site = createFeedSite([FIRST]);

let opened: Sandbox;
let sandbox: Sandbox;
const run = (words: readonly string[], around: Around = {}) =>
  crier([...words, ...(words[0] === 'sandbox' ? [] : ['--sandbox'])], {
    sandbox,
    ...around,
    env: { NO_COLOR: '1' },
  });
const json = async (words: readonly string[]) => JSON.parse((await run([...words, '--json'])).stdout);

beforeAll(async () => {
  opened = await openTestSandbox(undefined, { openOutbound: site.openOutbound });
  sandbox = { ...opened, close: () => {} };
});
afterAll(() => opened.close());

test('a feed is added, its new entry is posted, and the list shows both times', async () => {
  const added = await json(['feeds', 'add', FEED_URL, '--hashtags']);
  expect(added).toMatchObject({ title: 'The Journal', feedURL: FEED_URL, autoHashtag: true });
  const { stderr } = await run(['feeds', 'add', OTHER], { isTerminal: true });
  expect(stderr).toContain('while "crier sandbox start" runs');
  site.publish([SECOND, FIRST]);
  await run(['sandbox', 'clock', 'advance', '15m']);
  const { posts } = await json(['posts', 'list', '-n', '20']);
  const texts = posts.map(({ post }: { post: string }) => post);
  // the same entry in two feeds is one post
  expect(texts.filter((text: string) => text.includes('https://blog.example/2'))).toEqual([
    expect.stringContaining('Spring blend https://blog.example/2 #'),
  ]);
  const { feeds } = await json(['feeds', 'list']);
  expect(feeds).toHaveLength(2);
  expect(feeds[1].heldBack).toMatchObject({ count: 1, reason: 'posted already' });
  expect(feeds[0].lastUpdated < feeds[0].nextUpdate).toBe(true);
});

describe('a feed', () => {
  test('is named by its id or by its address', async () => {
    const { id } = await json(['feeds', 'show', FEED_URL]);
    expect(await json(['feeds', 'show', id])).toMatchObject({ id, feedURL: FEED_URL });
    const { request } = await json(['feeds', 'update', id, '--no-hashtags', '--dry-run']);
    expect(request).toMatchObject({ method: 'PUT', body: { id, autoHashtag: false } });
    expect((await json(['feeds', 'show', id])).autoHashtag).toBe(true);
    await json(['feeds', 'update', FEED_URL, '--no-hashtags', '--first-image']);
    expect(await json(['feeds', 'show', id])).toMatchObject({ autoHashtag: false, useFirstImage: true });
  });

  test('that is unknown does not stop the others', async () => {
    const shown = await run(['feeds', 'show', FEED_URL, 'nobody', '--json']);
    expect(shown.exitCode).toBe(3);
    const { results, feeds } = JSON.parse(shown.stdout);
    expect(results).toMatchObject([{ status: 'found' }, { id: 'nobody', status: 'error' }]);
    expect(feeds).toHaveLength(1);
    const changed = await run(['feeds', 'update', 'nobody', FEED_URL, '--hashtags', '--json']);
    expect(changed.exitCode).toBe(3);
    expect(JSON.parse(changed.stdout).results).toMatchObject([
      { id: 'nobody', status: 'error', error: { code: 1404 } },
      { id: FEED_URL, status: 'updated' },
    ]);
  });

  test('that cannot be read has the reason in a table of any width, until it is read again', async () => {
    site.answers({ fault: 'connection refused' });
    await run(['sandbox', 'clock', 'advance', '15m']);
    for (const columns of [80, 40]) {
      const { stdout } = await run(['feeds', 'list'], { isTerminal: true, columns });
      expect(stdout).toContain('connection');
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    }
    expect((await run(['feeds', 'show', OTHER], { isTerminal: true })).stdout).toContain('refused');
    site.answers(ok(writeRss([SECOND, FIRST])));
    await run(['sandbox', 'clock', 'advance', '1d']);
    expect((await json(['feeds', 'show', OTHER])).error).toBeUndefined();
  });

  test.each([80, 40])('with entries that were not posted says so in %i columns', async (columns) => {
    const { stdout, stderr } = await run(['feeds', 'list'], { isTerminal: true, columns });
    expect(stdout).toContain('1 not posted');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(': 1 entry not posted since 2026-09-2');
    for (const line of `${stdout}\n${stderr}`.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    const shown = await run(['feeds', 'show', OTHER], { isTerminal: true, columns: 80 });
    expect(shown.stdout).toMatch(/not posted +1 entry .*: posted already\n +Spring blend https:/);
    expect((await run(['feeds', 'list', '-o', 'csv'])).stdout).toContain('1 entry not posted since');
  });

  test('is removed after it was shown', async () => {
    const around = { isTerminal: true, typed: ['y'] };
    const { exitCode, stderr } = await run(['feeds', 'remove', OTHER], around);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('The Journal')]);
    expect((await json(['feeds', 'list'])).feeds).toHaveLength(1);
    const again = await run(['feeds', 'remove', OTHER, '--yes']);
    expect([again.exitCode, again.stderr]).toEqual([5, expect.stringContaining('feeds list')]);
  });
});

test('a feed on this machine is refused with the command that allows it', async () => {
  const { exitCode, stderr } = await run(['feeds', 'add', 'http://127.0.0.1:8080/feed.xml']);
  expect(exitCode).toBe(9);
  expect(stderr).toContain('sandbox start --allow-private 127.0.0.1:8080');
});

test('a feed on this machine that is allowed, but cannot be read, is refused without that command', {
  tags: ['S9'],
}, async () => {
  await run(['sandbox', 'fault', 'add', '--code', '101', '--endpoint', 'addFeed', '--count', '1']);
  const { exitCode, stderr } = await run(['feeds', 'add', 'http://127.0.0.1:8080/feed.xml']);
  expect([exitCode, stderr]).toEqual([9, expect.not.stringContaining('--allow-private')]);
});

test.each([
  [['add', 'https://127.0.0.1/feed.xml'], 'public', 9],
  [['add', FEED_URL], 'has this feed already', 9],
  [['update', FEED_URL], 'nothing to change', 2],
  [['update', FEED_URL, 'other', '--url', OTHER], '--url is the address of one feed', 2],
  [['show'], '<id> is missing', 2],
  [['show', 'nobody'], 'no feed nobody', 5],
  [['remove', FEED_URL], '--yes', 2],
])('%j is refused', async (words, message, exitCode) => {
  const ran = await run(['feeds', ...words]);
  expect([ran.exitCode, ran.stderr]).toEqual([exitCode, expect.stringContaining(message)]);
});

test('the feed of the examples exists on the sandbox, with an entry each morning, and no other does', async () => {
  const own = await openTestSandbox(undefined, {
    openOutbound: async () => createFakeOutbound(() => ({ fault: 'name not found' })),
  });
  const here = async (line: string) =>
    crier(`${line}${line.startsWith('sandbox') ? '' : ' --sandbox'}`, {
      sandbox: { ...own, close: () => {} },
    });
  expect((await here('feeds add https://blog.example.com/feed.xml --first-image')).exitCode).toBe(0);
  expect((await here('feeds add https://blog.example.com/other.xml')).stderr).toContain('name not found');
  await here('sandbox clock advance 2d');
  const { posts } = (await here('posts list -n 2 --json')).json as {
    posts: { post: string; mediaUrls: string[] }[];
  };
  own.close();
  expect(posts.map(({ post }) => post.split(' ').at(-1))).toEqual([
    'https://blog.example.com/2026-09-23',
    'https://blog.example.com/2026-09-22',
  ]);
  expect(posts[0]?.mediaUrls).toHaveLength(1);
});
