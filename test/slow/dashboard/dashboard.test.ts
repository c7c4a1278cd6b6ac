import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import { type OpenedDashboard, openDashboard } from '../../support/dashboard/opened-dashboard.ts';
import { report } from '../../support/report.ts';

/** Where systems have a Chromium; the variable names another one. */
const CHROMIUM = process.env['CRIER_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(CHROMIUM);
if (!hasChromium) report(`the dashboard in a browser: not tried, no ${CHROMIUM}`);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ATTACK = readFileSync(new URL('../../support/dashboard/attack.html', import.meta.url));
/** Of the page's files, and of what gives or changes anything, in several spellings. */
const PATHS = ['', 'page.js', 'api/state', 'api/run', 'api/session', '%61pi/run', 'api//run'];

const VIEWS = ['Home', 'Inbox', 'Calendar'] as const;

let browser: Browser;
let sandbox: Sandbox;
let dashboard: OpenedDashboard;

/** A page that fails the test for anything that its policy forbids, and any script error. */
async function openPage(options: BrowserContextOptions = {}): Promise<Page & { readonly faults: string[] }> {
  const page = await (await browser.newContext(options)).newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  return Object.assign(page, { faults });
}

/** Opens the link that was printed last. */
async function enter(page: Page): Promise<void> {
  await page.goto(
    dashboard
      .printed()
      .match(/http:\S+#token=[\w-]+/g)
      ?.at(-1) ?? '',
  );
  await page.getByRole('heading', { name: 'Home' }).waitFor();
}

async function showView(page: Page, view: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: view }).click();
  await page.getByRole('heading', { name: view, level: 1 }).waitFor();
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
}

async function readAnswers(): Promise<readonly string[]> {
  const { json } = await crier('comments get Lt5nWc8RjYq3GvKs6PxA --json --sandbox', { sandbox });
  const { comments } = json as { comments: readonly { replies: readonly { text: string }[] }[] }; // of the command
  return comments.flatMap(({ replies }) => replies.map(({ text }) => text));
}

describe.runIf(hasChromium)('the dashboard in a browser', () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    sandbox = { ...(await openTestSandbox()), close: () => {} };
    dashboard = await openDashboard('', { sandbox });
  });
  afterAll(async () => {
    await browser.close();
    await dashboard.end();
  });

  test('a question is found, answered after its plan was shown, and published once, with the keyboard', async () => {
    const page = await openPage();
    await enter(page);
    await showView(page, 'Inbox');
    await page.getByRole('link', { name: /Oat or cow/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Answer yusra.pours' }).focus();
    await page.keyboard.type('Cow. ☕ <b>{{handle}}</b>');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const plan = page.getByRole('alertdialog');
    await plan
      .getByText('Publish this answer to yusra.pours on YouTube, as the Primary Profile of sandbox?')
      .waitFor();
    expect(await readAnswers()).not.toContain('Cow. ☕ <b>{{handle}}</b>');
    await plan.getByRole('button', { name: 'Publish' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Answered yusra.pours.' }).waitFor();
    expect((await readAnswers()).filter((text) => text === 'Cow. ☕ <b>{{handle}}</b>')).toHaveLength(1);
    expect(page.faults).toEqual([]);
  });

  test.each([
    ['light on a desktop', { viewport: { width: 1280, height: 800 } }],
    ['dark on a desktop', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
    ['light on a phone', { viewport: { width: 360, height: 740 } }],
    ['dark on a phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ] as const)('no view is wider than its window or hard to perceive, %s', async (_what, options) => {
    const page = await openPage(options);
    await enter(page);
    for (const view of VIEWS) {
      await showView(page, view);
      await page.evaluate(AXE);
      const found = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
      );
      expect({ view, found }).toEqual({ view, found: [] });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
    expect(page.faults).toEqual([]);
  });

  test('a page of another site reads nothing and changes nothing', {
    tags: ['D1', 'D2', 'D3', 'D5', 'T17'],
  }, async () => {
    const attack = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(ATTACK);
    });
    await new Promise<void>((resolve) => attack.listen(0, '127.0.0.1', resolve));
    const { port } = attack.address() as AddressInfo; // it listens on a port
    const before = await readAnswers();
    const page = await openPage();
    await page.goto(`http://localhost:${port}/`);
    const urls = PATHS.map((path) => `${dashboard.origin}/${path}`);
    const tries = (await page.evaluate(`tryAll(${JSON.stringify(urls)})`)) as readonly {
      got: string | null;
    }[]; // of the page
    attack.close();
    report(
      `${tries.length} requests of a page of another site: ${tries.filter(({ got }) => got === null).length} refused`,
    );
    expect(tries.filter(({ got }) => got !== null)).toEqual([]);
    expect(await readAnswers()).toEqual(before);
  });
});
