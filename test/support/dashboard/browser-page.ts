import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished, TestRunner } from 'vitest';
import { report } from '../report.ts';
import { scaled } from '../scale.ts';
import type { OpenedDashboard } from './opened-dashboard.ts';

/** Where systems have a Chromium; the variable names another one. */
const CHROMIUM = process.env['CRIER_TEST_CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether tests in a browser can run; says so where not. */
export const hasChromium = existsSync(CHROMIUM);
if (!hasChromium) report(`the dashboard in a browser: not tried, no ${CHROMIUM}`);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ALL_SCREENS = [
  ['light on a desktop', { viewport: { width: 1280, height: 800 } }],
  ['dark on a phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ['dark on a desktop', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ['light on a phone', { viewport: { width: 360, height: 740 } }],
] as const satisfies readonly (readonly [string, BrowserContextOptions])[];

/** What each view is looked at with: both themes and both sizes, and by `npm run chaos` each of both. */
export const SCREENS = ALL_SCREENS.slice(0, scaled(2, ALL_SCREENS.length));

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/** Of a step; longer than any takes on a slow machine. */
const LONGEST_MS = 120_000;

/** A page with the script errors and what its policy refused, of which there should be none. */
export type WatchedPage = Page & { readonly faults: readonly string[] };

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const page = await (await browser.newContext(options)).newPage();
  // one that stays open reads again after each change of the tests that follow
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => page.context().close());
  page.setDefaultTimeout(LONGEST_MS);
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  return Object.assign(page, { faults });
}

/** Opens the link that was printed last. */
export async function enter(page: Page, dashboard: OpenedDashboard): Promise<void> {
  await page.goto(readLink(dashboard));
  await page.getByRole('heading', { name: 'Home' }).waitFor();
}

/** Opens a view at its own address, as a tab that is loaded again does: the view that a link opens is not read first. */
export async function enterView(page: Page, dashboard: OpenedDashboard, view: string): Promise<void> {
  const [, token = ''] = readLink(dashboard).split('#token=');
  const answer = await dashboard.ask('api/session', { token });
  const { session } = (await answer.json()) as { session: string }; // of this program
  await page.addInitScript(`sessionStorage.setItem('crier-session', ${JSON.stringify(session)})`);
  await page.goto(`${dashboard.origin}/#/${view === 'Webhooks' ? 'hooks' : view.toLowerCase()}`);
  await untilShown(page, view);
}

function readLink(dashboard: OpenedDashboard): string {
  return (
    dashboard
      .printed()
      .match(/http:\S+#token=[\w-]+/g)
      ?.at(-1) ?? ''
  );
}

/** Chooses a view in the navigation, and waits until it has read what it shows. */
export async function showView(page: Page, view: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: view, exact: true }).click();
  await untilShown(page, view);
}

async function untilShown(page: Page, view: string): Promise<void> {
  await page.getByRole('heading', { name: view, level: 1 }).waitFor();
  await page.locator('main:not(:has([aria-busy=true]))').waitFor();
}

/** What hinders people from perceiving or using the page as it is: violations found by axe-core, and its width. */
export async function findBarriers(page: Page): Promise<readonly unknown[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE);
  // of checks that pass nothing is described, which takes most of the time
  const found = await page.evaluate(
    'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
  );
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  const barriers = found as readonly unknown[]; // of the expression above
  return Number(overflow) > 0 ? [...barriers, `${overflow} pixels wider than its window`] : barriers;
}
