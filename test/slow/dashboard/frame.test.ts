import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import { look, lookInEach, reportLooks } from '../../support/dashboard/barriers.ts';
import {
  enter,
  findBarriers,
  hasChromium,
  openBrowser,
  openPage,
  showView,
  type WatchedPage,
} from '../../support/dashboard/browser-page.ts';
import { type OpenedDashboard, openDashboard } from '../../support/dashboard/opened-dashboard.ts';
import { REAL_TIME } from '../../support/real-time.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';

/** Fewer than a thousand events show no growth that is not a multiple of what the page has: in `npm run chaos`. */
const isWhole = scaled(0, 1) === 1;

let browser: Browser;
let sandbox: Sandbox;

/** What each view says of an account with nothing in it. */
const EMPTY: readonly (readonly [view: string, sentence: RegExp])[] = [
  ['Home', /Nothing is scheduled\. Write a post/],
  ['Inbox', /New comments,/],
  ['Calendar', /New post/],
  ['Automations', /New automation/],
  ['Activity', /Create one/],
  ['Analytics', /link an account of the network/],
  ['Webhooks', /Register a webhook/],
  ['Sandbox', /Comment as a follower/],
  ['Settings', /no account is linked/],
];

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

const VIEWS = EMPTY.map(([view]) => view).filter((view) => view !== 'Home');

/** The document of the browser: this file is checked with the globals of Node.js. */
const inPage = <Value>(page: Page, expression: string): Promise<Value> =>
  page.evaluate(expression) as Promise<Value>; // of the expression

/** Until each part of the view has read what it shows. */
async function untilRead(page: Page): Promise<void> {
  await page.locator('main:not(:has([aria-busy=true]))').waitFor();
}

describe.runIf(hasChromium)('the page around the views', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    sandbox = { ...(await openTestSandbox()), close: () => {} };
  });
  afterAll(() => {
    reportLooks();
    return browser.close();
  });

  describe('while its process runs', () => {
    let dashboard: OpenedDashboard;
    /** Left by each test for the next one. */
    let page: WatchedPage;
    beforeAll(async () => {
      dashboard = await openDashboard('', { sandbox });
      page = await openPage(browser);
      await enter(page, dashboard);
    });
    afterAll(async () => void (await dashboard.end()));

    test('a view reads again within 300 ms of a comment, and keeps the focus; a hidden tab rests until it is looked at', async () => {
      await untilRead(page);
      const row = page.getByRole('link', { name: /Oat or cow/ });
      await row.focus();
      const waits: { read: number; shown: number }[] = [];
      for (const text of ['Is it open today?', 'And on Sunday?', 'With the dog?']) {
        await untilRead(page);
        await crier(['sandbox', 'engage', 'comment', '--from', 'nora', '--text', text], { sandbox });
        const changedAt = performance.now();
        await page.waitForRequest((request) => request.url().endsWith('/api/run'));
        const read = Math.round(performance.now() - changedAt);
        await page.getByText(text).waitFor();
        waits.push({ read, shown: Math.round(performance.now() - changedAt) });
      }
      report(
        `a view reads a comment after ${waits.map(({ read, shown }) => `${read} ms, and shows it after ${shown}`).join('; ')}`,
      );
      // other programs of this machine may delay one of them
      expect(Math.min(...waits.map(({ read }) => read))).toBeLessThan(300);
      expect(await row.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true);

      const setHidden = (isHidden: boolean) =>
        page.evaluate(
          `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
        );
      await setHidden(true);
      await untilRead(page);
      let reads = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/api/run')) reads += 1;
      });
      await crier('sandbox engage comment --from nora --text Hidden', { sandbox });
      await page.waitForTimeout(400);
      expect(reads).toBe(0);
      await setHidden(false);
      await page.getByText('Hidden').waitFor();
      expect(page.faults).toEqual([]);
    });

    test('a search leads to comments, posts, automations and their activity, with nothing but the keyboard', async () => {
      await crier(['sandbox', 'engage', 'comment', '--from', 'mara', '--text', 'GUIDE', '--run'], {
        sandbox,
      });
      // by the text of a person, and by the name of the automation, which the row has not
      for (const [words, viewport] of [
        ['guide', PHONE],
        ['brew', DESKTOP],
      ] as const) {
        await page.setViewportSize(viewport);
        await page.locator('main').focus();
        await page.keyboard.press('/');
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.type(words);
        await page.keyboard.press('Enter');
        await page.waitForURL((url) => url.hash.endsWith(`=${words}`));
        await page.getByRole('heading', { name: 'Search' }).waitFor();
        await untilRead(page);
        await page.getByRole('link', { name: 'Brew guide on request' }).waitFor();
        await page.getByRole('heading', { name: /^Activity of automations/ }).waitFor();
        await page
          .getByRole('link', { name: /deduplicated|sent/ })
          .first()
          .waitFor();
      }
      await lookInEach(page, 'what is found');
      // a name is found in what the person wrote, and in what automations did about it
      await page.getByRole('searchbox', { name: 'Search everything' }).fill('mara');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByRole('link', { name: /mara GUIDE/ }).count()).toBe(2);
      await page.getByRole('searchbox', { name: 'Search everything' }).fill('"<script>alert(1)');
      await page.keyboard.press('Enter');
      await page.getByText('A quotation mark is open.').waitFor();
      expect(page.faults).toEqual([]);
    });

    test('each view says what could not be read, and reads it again when asked', async () => {
      const message = 'no connection to api.example: ECONNREFUSED';
      const failure = {
        kind: 'unreachable',
        code: null,
        message,
        advice: '"crier doctor" checks this machine',
      };
      await page.route('**/api/run', (route) =>
        route.fulfill({ json: { document: null, text: '', notes: [], failure } }),
      );
      for (const view of VIEWS) {
        await showView(page, view);
        await page.getByRole('alert').getByText(message).first().waitFor();
        await look(page, `${view} when nothing can be read`);
      }
      await page.unroute('**/api/run');
      await page.getByRole('button', { name: 'Read again' }).first().press('Enter');
      await page.getByText('kestrellane.example').first().waitFor();
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      expect(await inPage(page, 'document.activeElement.id')).toBe('main');
      expect(page.faults).toEqual([]);
    });
  });

  test('the page shows that its process has ended, keeps what was read, and asks for the new link', async () => {
    const dashboard = await openDashboard('', { sandbox });
    const page = await openPage(browser);
    await enter(page, dashboard);
    await page.getByRole('link', { name: /Oat or cow/ }).waitFor();
    await dashboard.end();
    await page.getByRole('status').filter({ hasText: 'start it again and open its new link' }).waitFor();
    expect(await page.getByRole('link', { name: /Oat or cow/ }).count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    const next = await openDashboard(`--port ${dashboard.port}`, { sandbox });
    await page.getByText('This page is of an earlier run. Open the new link.').first().waitFor();
    await enter(page, next);
    await page.reload();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await next.end();
  });

  test('each view says what to do where there is nothing yet', async () => {
    const seed = async () => ({ profiles: [], accounts: [], users: {}, posts: [], tracks: [] });
    const empty = { ...(await openTestSandbox(undefined, { seed })), close: () => {} };
    const dashboard = await openDashboard('', { sandbox: empty });
    const page = await openPage(browser);
    await enter(page, dashboard);
    for (const [view, sentence] of EMPTY) {
      await showView(page, view);
      await page.getByText(sentence).first().waitFor();
      await look(page, `${view} of a new account`);
    }
    expect(page.faults).toEqual([]);
    await dashboard.end();
  });

  test('10,000 rows: keys reach each, the focus survives what goes, what is read stays', async () => {
    const page = await openPage(browser);
    await page.setContent(`<!doctype html><style>${readFileSync(PARTS_STYLE, 'utf8')}</style>`);
    await page.addScriptTag({ content: await bundleListPage() });
    const startedAt = performance.now();
    await page.evaluate('showRows(0, 10_000)');
    await page.getByRole('button', { name: 'Row 0', exact: true }).waitFor();
    const drawnMs = Math.round(performance.now() - startedAt);
    expect(await page.getByRole('listitem').count()).toBeLessThan(60);
    const focused = () => inPage<string>(page, 'document.activeElement.textContent');
    await page.keyboard.press('Tab');
    for (const [key, row] of [
      ['j', 1],
      ['ArrowDown', 2],
      ['k', 1],
      ['End', 9_999],
      ['ArrowUp', 9_998],
      ['Home', 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(focused, { message: key }).toBe(`Row ${row}`);
    }
    const item = page.getByRole('listitem').filter({ has: page.locator(':focus') });
    expect([await item.getAttribute('aria-posinset'), await item.getAttribute('aria-setsize')]).toEqual([
      '1',
      '10000',
    ]);
    await page.evaluate('showRows(0, 10_000, [0])');
    await expect.poll(focused).toBe('Row 1');
    await page.evaluate('scrollTo(0, 200_000)');
    await page.getByRole('button', { name: 'Row 5010', exact: true }).waitFor();
    const place = () => page.getByRole('button', { name: 'Row 5010', exact: true }).boundingBox();
    const before = await place();
    await page.evaluate('showRows(-20, 10_000, [0])');
    await expect.poll(place).toEqual(before);
    expect(await focused()).toBe('Row 1');
    report(
      `10,000 rows: the first is drawn after ${drawnMs} ms, the slowest frame of a scroll takes ${await scrollThrough(page)} ms`,
    );
    expect(page.faults).toEqual([]);
  });

  test.runIf(isWhole)('a page that is left open does not grow', async () => {
    const sleep = (ms: number, ended?: AbortSignal) => REAL_TIME.sleep(ms / FASTER, ended);
    const dashboard = await openDashboard('', { sandbox, clock: { ...REAL_TIME, sleep } });
    const page = await openPage(browser);
    await page.addInitScript(`{
      const [wait, steady] = [setTimeout, performance.now.bind(performance)];
      globalThis.setTimeout = (work, ms) => wait(work, ms / ${FASTER});
      performance.now = () => steady() * ${FASTER};
    }`);
    await enter(page, dashboard);
    await untilRead(page);
    const profiler = await page.context().newCDPSession(page);
    const measure = async () => {
      await profiler.send('HeapProfiler.collectGarbage');
      const { usedSize } = await profiler.send('Runtime.getHeapUsage');
      const { nodes, jsEventListeners } = await profiler.send('Memory.getDOMCounters');
      return { kibibytes: Math.round(usedSize / 1024), nodes, listeners: jsEventListeners };
    };
    let seen = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/run')) seen += 1;
    });
    const change = async (event: number) => {
      const before = seen;
      await crier(`sandbox person mara --message-requests ${event % 2 === 0 ? 'blocked' : 'open'}`, {
        sandbox,
      });
      await expect.poll(() => seen, { interval: 5 }).toBeGreaterThan(before);
      await untilRead(page);
    };
    const changeInEachView = async (events: number) => {
      for (const view of FOLLOWING) {
        await showView(page, view);
        for (let event = 0; event < events; event += 1) await change(event);
      }
    };
    const eventsOfView = 125;
    // what each view keeps of its first visit is no growth
    await changeInEachView(2);
    const [before, startedAt] = [await measure(), performance.now()];
    await changeInEachView(eventsOfView);
    const [after, events] = [await measure(), eventsOfView * FOLLOWING.length];
    report(
      `${events} events, ${Math.round((performance.now() - startedAt) / events)} ms each: the page has ${after.kibibytes} KiB, and had ${before.kibibytes}`,
    );
    expect(after.kibibytes - before.kibibytes).toBeLessThan(1024);
    expect(after.nodes - before.nodes).toBeLessThan(100);
    expect(after.listeners - before.listeners).toBeLessThan(100);
    expect(page.faults).toEqual([]);
    await dashboard.end();
  });
});

/** Views that read again after a change; the analytics do not. */
const FOLLOWING = ['Inbox', 'Calendar', 'Automations', 'Activity', 'Webhooks', 'Sandbox', 'Settings', 'Home'];
/** How many times shorter all waits of the page and its process are, so that a day of events takes a minute. */
const FASTER = 10;
const ROOT = join(import.meta.dirname, '..', '..', '..');
const PARTS_STYLE = join(ROOT, 'src', 'dashboard', 'parts', 'parts.css');

/** A page with nothing but a list, whose rows a test sets. */
async function bundleListPage(): Promise<string> {
  const bundle = await rolldown({
    input: join(ROOT, 'test', 'support', 'dashboard', 'long-list-page.js'),
    platform: 'browser',
    tsconfig: false,
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    resolve: { modules: [join(ROOT, 'node_modules')] },
  });
  const { output } = await bundle.generate({ format: 'iife' });
  return output[0].code;
}

/** Scrolls from the top to the end in two seconds. @returns the slowest frame, in milliseconds */
function scrollThrough(page: Page): Promise<number> {
  return inPage(
    page,
    `new Promise((resolve) => {
      scrollTo(0, 0);
      const step = (document.documentElement.scrollHeight - innerHeight) / 120;
      let [frames, last, slowest] = [0, performance.now(), 0];
      requestAnimationFrame(function next(now) {
        if (frames > 1) slowest = Math.max(slowest, now - last);
        last = now;
        scrollBy(0, step);
        if ((frames += 1) < 120) requestAnimationFrame(next);
        else resolve(Math.round(slowest));
      });
    })`,
  );
}
