import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { hasChromium, openBrowser, openPage } from '../support/dashboard/browser-page.ts';
import { median } from './measure.ts';
import { type BenchPlace, openPlace, ROOT } from './place.ts';
import { type Bench, type BenchResult, result } from './result.ts';

const KILOBYTE = 1000;
/** A start of a browser's page takes a second: more rounds show nothing more. */
const MOST_ROUNDS = 9;

/** What the page of the dashboard weighs, and how quickly it shows what happened. */
export const PAGE: Bench = {
  id: 'P18',
  async run(rounds) {
    if (!hasChromium) return describe(null);
    const place = openPlace();
    const browser = await openBrowser();
    const figures = await measurePage(place, browser, Math.min(rounds, MOST_ROUNDS));
    await browser.close();
    place.remove();
    return describe(figures);
  },
};

interface PageFigures {
  readonly gzippedBytes: number;
  /** Medians: until a message that another process made is on the page, and until the page is shown again when reloaded. */
  readonly shownMs: number;
  readonly reloadedMs: number;
  /** From the start of the program to the first row in the browser, with the demo data and with many posts. */
  readonly startedMs: number;
  readonly startedWithManyMs: number;
}

/** Copies of a post of the demo data, one an hour. */
const POSTS = 10_000;
const COPIED = 'Lt5nWc8RjYq3GvKs6PxA';
const HOUR_MS = 3_600_000;

function describe(figures: PageFigures | null): readonly BenchResult[] {
  const none = 'there is no Chromium';
  return [
    result({
      id: 'P18',
      what: 'the page of the dashboard at first, gzipped',
      figure: figures && figures.gzippedBytes / KILOBYTE,
      unit: 'kB',
      budget: 100,
      goal: 65,
      detail: figures === null ? none : '',
    }),
    result({
      id: 'P18',
      what: 'an event is on the page, against a reload of the page',
      figure: figures && figures.shownMs / figures.reloadedMs,
      unit: 'x',
      budget: 0.9,
      goal: 0.5,
      detail:
        figures === null ? none : `${figures.shownMs.toFixed(0)} ms against ${figures.reloadedMs.toFixed(0)}`,
    }),
    result({
      id: 'P18',
      what: `from the start to the first row, ${POSTS} posts against the demo`,
      figure: figures && figures.startedWithManyMs / figures.startedMs,
      unit: 'x',
      budget: 2.5,
      goal: 1.5,
      detail:
        figures === null
          ? none
          : `${figures.startedWithManyMs.toFixed(0)} ms against ${figures.startedMs.toFixed(0)}`,
    }),
  ];
}

async function measurePage(place: BenchPlace, browser: Browser, rounds: number): Promise<PageFigures> {
  const page = await openPage(browser);
  const loaded = new Set<string>();
  page.on('request', (request) => {
    if (request.method() === 'GET') loaded.add(new URL(request.url()).pathname);
  });
  const { dashboard, ms } = await open(place, page);
  const gzippedBytes = [...loaded].reduce((sum, path) => sum + weigh(path), 0);
  const [shown, reloaded]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    shown.push(await timeEvent(place, page, `Open at ${round}?`));
    const reloadedAt = performance.now();
    await page.reload();
    await untilShown(page);
    reloaded.push(performance.now() - reloadedAt);
  }
  await end(dashboard);
  const [few, many]: [number[], number[]] = [[ms], []];
  const large = openPlace();
  await end((await open(large, page)).dashboard);
  addPosts(large);
  for (let round = 0; round < rounds; round += 1) {
    for (const [each, found] of [
      [place, few],
      [large, many],
    ] as const) {
      const opened = await open(each, page);
      found.push(opened.ms);
      await end(opened.dashboard);
    }
  }
  large.remove();
  return {
    gzippedBytes,
    startedMs: median(few),
    startedWithManyMs: median(many),
    shownMs: median(shown),
    reloadedMs: median(reloaded),
  };
}

/** Starts the program, until the first row is in the browser. */
async function open(place: BenchPlace, page: Page) {
  const startedAt = performance.now();
  const dashboard = start(place, ['dashboard', '--sandbox']);
  await page.goto(await readLink(dashboard.stdout));
  await untilShown(page);
  return { dashboard, ms: performance.now() - startedAt };
}

async function end(dashboard: ReturnType<typeof start>): Promise<void> {
  dashboard.kill();
  await once(dashboard, 'close');
}

/** Adds the copies to the sandbox of a place, whose numbers and ids have to differ. */
function addPosts({ folder }: BenchPlace): void {
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
    (path) => basename(path) === 'sandbox.db',
  );
  if (file === undefined) throw new Error('the sandbox has no file');
  const store = new DatabaseSync(join(folder, file));
  const counted = `with recursive copy(at) as (select 1 union all select at + 1 from copy where at < ${POSTS})`;
  store.exec(`begin;
    ${counted} insert into posts (id, profile, text, created, about_json, number)
      select printf('Copy%016d', at), profile, text, created - at * ${HOUR_MS}, about_json,
        (select max(number) from posts) + at from posts, copy where id = '${COPIED}';
    ${counted} insert into social_posts
        (platform, id, profile, post_id, kind, conversation_id, created, about_json, thread_number)
      select platform, id || '-' || at, profile, printf('Copy%016d', at), kind, conversation_id || '-' || at,
        created - at * ${HOUR_MS}, about_json, thread_number from social_posts, copy where post_id = '${COPIED}';
    commit`);
  store.close();
}

/** A direct message that another process made, until it is on the page. */
async function timeEvent(place: BenchPlace, page: Page, text: string): Promise<number> {
  const words = ['sandbox', 'engage', 'dm', '--from', 'nora', '--text', text];
  const engaging = start(place, words);
  const closed = once(engaging, 'close');
  // it prints after the message is stored
  await once(engaging.stdout, 'data');
  const storedAt = performance.now();
  await page.getByText(text).first().waitFor();
  const ms = performance.now() - storedAt;
  await closed;
  return ms;
}

function start(place: BenchPlace, words: readonly string[]) {
  const { file, words: all } = place.crier(words);
  return spawn(file, all, {
    cwd: place.folder,
    env: { ...place.env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

async function readLink(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [link] = /http:\S+#token=[\w-]+/.exec(line) ?? [];
    if (link !== undefined) return link;
  }
  throw new Error('the dashboard ended without a link');
}

async function untilShown(page: Page): Promise<void> {
  await page.locator('main a.row').first().waitFor();
}

/** A file of the page as it is sent. */
function weigh(path: string): number {
  const name = path === '/' ? 'page.html' : basename(path);
  return statSync(join(ROOT, 'dist', 'dashboard', `${name}.gz`)).size;
}
