import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEED_READING } from '../../../../src/service/assumed-feeds.ts';
import { SECOND_MS } from '../../../../src/service/durations.ts';
import { type SiteEntry, writeRss } from '../../../support/network/feed-site.ts';
import { BIN, SHARED_CACHE } from '../../../support/processes/installed-program.ts';
import { scaled } from '../../../support/scale.ts';
import { testSeed } from '../../../support/test-seed.ts';

const KILLS = scaled(3, 30);
/** After the last kill, with a reading each quarter of an hour, which all parse the feed in a thread. */
const HOURS_AFTER = scaled(2, 24);
const ENTRIES_BEFORE_KILL = 3;
/** Of the sandbox clock. */
const STARTED_AT = Date.parse('2026-11-25T12:00:00Z');
/** From the start of a reading to the end of its posts takes about this long. */
const LONGEST_WAIT_MS = 250;

let home: string;
let site: Server;
let address: string;
let entries: SiteEntry[] = [];
let reads = 0;
const children: ChildProcess[] = [];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'crier-feeds-'));
  site = createServer((_request, response) => {
    reads += 1;
    response.setHeader('content-type', 'application/rss+xml');
    // so large that the program parses it in a thread
    response.end(`${writeRss(entries)}<!-- ${'x'.repeat(FEED_READING.bytesAtOnce)} -->`);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const at = site.address();
  address = typeof at === 'object' && at !== null ? `127.0.0.1:${at.port}` : '';
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  site.close();
  rmSync(home, { recursive: true, force: true });
});

function start(...words: readonly string[]): ChildProcess {
  const env = { HOME: home, ...SHARED_CACHE, PATH: process.env['PATH'] ?? '', CRIER_CONTEXT: 'sandbox' };
  const child = spawn(process.execPath, [BIN, ...words], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function run(...words: readonly string[]): Promise<string> {
  const child = start(...words);
  let stdout = '';
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr?.resume();
  await once(child, 'close');
  return stdout;
}

/** A server that may read the feed, once it is ready. */
async function serve(): Promise<ChildProcess> {
  const child = start('sandbox', 'start', '--allow-private', address);
  let printed = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      printed += String(chunk);
      if (printed.includes('press Ctrl-C to stop')) resolve();
    });
  child.once('close', () => reject(new Error(`the server has ended: ${printed}`)));
  await promise;
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

const seed = testSeed();

test(`each entry is posted once, whenever the server is killed (seed ${seed})`, {
  tags: ['T2'],
}, async () => {
  const waits = fc.sample(fc.integer({ min: 0, max: LONGEST_WAIT_MS }), { seed, numRuns: KILLS });
  let server = await serve();
  await run('sandbox', 'clock', 'set', new Date(STARTED_AT).toISOString());
  const added = JSON.parse(await run('feeds', 'add', `http://${address}/feed.xml`, '--json'));
  expect(added.title).toBe('The Journal');
  for (const [round, wait] of waits.entries()) {
    const fresh = Array.from({ length: ENTRIES_BEFORE_KILL }, (_, place) => ({
      guid: `${round}.${place}`,
      title: `Entry ${round}.${place} of the test`,
      // many first entries without dates would be held back, and a slow machine reads them late
      date: new Date(STARTED_AT + (round * 10 - place) * SECOND_MS).toUTCString(),
    }));
    entries = [...fresh, ...entries];
    const before = reads;
    const advancing = run('sandbox', 'clock', 'advance', '20m');
    // the kill comes at any moment after the reading began
    while (reads === before) await sleep(5);
    await sleep(wait);
    await kill(server);
    await advancing;
    server = await serve();
  }
  await run('sandbox', 'clock', 'advance', `${HOURS_AFTER}h`);
  const { posts } = JSON.parse(await run('posts', 'list', '--all', '--since', '60d', '--json'));
  const titles = posts
    .map(({ post }: { post: string }) => post)
    .filter((post: string) => post.endsWith('of the test'));
  expect(titles.toSorted()).toEqual(entries.map(({ title = '' }) => title).toSorted());
  await kill(server);
});
