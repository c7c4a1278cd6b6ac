import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
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
  /** From the start of the program to the first row in the browser. */
  readonly startedMs: number;
}

function describe(figures: PageFigures | null): readonly BenchResult[] {
  const none = 'there is no Chromium';
  return [
    result({
      id: 'P18',
      what: 'the page of the dashboard at first, gzipped',
      figure: figures && figures.gzippedBytes / KILOBYTE,
      unit: 'kB',
      budget: 150,
      goal: 100,
      detail: figures === null ? none : '',
    }),
    result({
      id: 'P18',
      what: 'an event is on the page, against a reload of the page',
      figure: figures && figures.shownMs / figures.reloadedMs,
      unit: 'x',
      budget: 1,
      goal: 0.5,
      detail:
        figures === null
          ? none
          : `${figures.shownMs.toFixed(0)} ms against ${figures.reloadedMs.toFixed(0)}; from the start to the first row ${figures.startedMs.toFixed(0)} ms`,
    }),
  ];
}

async function measurePage(place: BenchPlace, browser: Browser, rounds: number): Promise<PageFigures> {
  const page = await openPage(browser);
  const loaded = new Set<string>();
  page.on('request', (request) => {
    if (request.method() === 'GET') loaded.add(new URL(request.url()).pathname);
  });
  const startedAt = performance.now();
  const dashboard = start(place, ['dashboard', '--sandbox']);
  await page.goto(await readLink(dashboard.stdout));
  await untilShown(page);
  const startedMs = performance.now() - startedAt;
  const gzippedBytes = [...loaded].reduce((sum, path) => sum + weigh(path), 0);
  const [shown, reloaded]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    shown.push(await timeEvent(place, page, `Open at ${round}?`));
    const reloadedAt = performance.now();
    await page.reload();
    await untilShown(page);
    reloaded.push(performance.now() - reloadedAt);
  }
  dashboard.kill();
  await once(dashboard, 'close');
  return { gzippedBytes, startedMs, shownMs: median(shown), reloadedMs: median(reloaded) };
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
