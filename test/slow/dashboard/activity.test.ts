import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import {
  enter,
  findBarriers,
  hasChromium,
  openBrowser,
  openPage,
  SCREENS,
  showView,
} from '../../support/dashboard/browser-page.ts';
import { type OpenedDashboard, openDashboard } from '../../support/dashboard/opened-dashboard.ts';

/** Right-to-left, zero-width, line breaks, markup, and a long word. */
const HOSTILE = `GUIDE <script>alert(1)</script> \u202Eevil\u200B\nشكرا &amp; ${'long'.repeat(60)} {{handle}}`;

const HOSTILE_START = '<script>alert(1)</script>';

let browser: Browser;
let sandbox: Sandbox;
let dashboard: OpenedDashboard;

async function run(...words: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await crier([...words, '--sandbox'], { sandbox });
  if (exitCode !== 0) throw new Error(stderr);
}

const comment = (from: string, text: string) =>
  run('sandbox', 'engage', 'comment', '--from', from, '--text', text, '--run');

/** Saves the file of a button, and reads it. */
async function save(page: Page, name: string): Promise<{ file: string; text: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).press('Enter');
  const saved = await download;
  return { file: saved.suggestedFilename(), text: readFileSync(await saved.path(), 'utf8') };
}

describe.runIf(hasChromium)('activity and analytics in a browser', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    sandbox = { ...(await openTestSandbox()), close: () => {} };
    await comment('mara', 'GUIDE, please');
    await comment('mara', HOSTILE);
    await run('sandbox', 'fault', 'add', '--code', '491', '--endpoint', 'sendDm', '--count', '1');
    await comment('nina', HOSTILE);
    await run('posts', 'create', '--platform', 'bluesky', '--text', `${HOSTILE_START} شكرا`, '--yes');
    dashboard = await openDashboard('', { sandbox });
  });
  // the service accepts 300 requests in 5 minutes, and the clock of this sandbox is stopped
  beforeEach(() => run('sandbox', 'clock', 'advance', '5m'));
  afterAll(async () => {
    await browser.close();
    await dashboard.end();
  });

  test('a failed DM is found in the funnel and explained, and the rows are saved, with the keyboard', async () => {
    const page = await openPage(browser);
    await enter(page, dashboard);
    await showView(page, 'Activity');
    const failed = page.getByRole('link', { name: /^1 failed/ });
    await failed.press('Enter');
    const row = page.getByRole('list', { name: 'Activity' }).getByRole('link');
    await expect.poll(() => row.count()).toBe(1);
    await row.press('Enter');
    const detail = page.getByRole('region', { name: 'Explanation' });
    await detail.getByText('491: the comment cannot receive a private reply').first().waitFor();
    await detail.getByText('this DM will not be sent').waitFor();
    await detail.getByText('<script>alert(1)</script>').waitFor();
    const { file, text } = await save(page, 'Save as CSV');
    expect(file).toMatch(/^crier-activity-primary-\d{4}-\d\d-\d\d.csv$/);
    expect(text).toMatch(/^id,created,automationId,status/);
    expect(text.match(/^auto_/gm)).toHaveLength(1);
    await detail.getByText('Ids').focus();
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await row.and(page.locator(':focus')).waitFor();
    await row.press('Enter');
    await page.getByRole('combobox', { name: 'Profile' }).selectOption('harbour');
    await detail.waitFor({ state: 'detached' });
    expect(page.faults).toEqual([]);
  });

  test('the figures of a post are drawn and listed by day, and saved as a table and a report', async () => {
    const page = await openPage(browser);
    await enter(page, dashboard);
    await showView(page, 'Analytics');
    await page.getByRole('link', { name: 'Posts', exact: true }).press('Enter');
    await page.getByRole('button', { name: /^First Tide is here/ }).press('Enter');
    await page.getByRole('radio', { name: 'Likes' }).press('ArrowLeft');
    await page.getByText('Watched (s) by day').waitFor();
    await page.getByText('Figures by day').press('Enter');
    const table = page.getByRole('region', { name: /, by day$/ }).getByRole('table');
    expect(await table.getByRole('row').count()).toBeGreaterThan(2);
    await page.getByText(HOSTILE_START).waitFor();
    const figures = await save(page, 'Save as CSV');
    expect(figures.file).toMatch(/^crier-posts-primary-/);
    expect(figures.text).toMatch(/^platform,requestedId,/);
    const { text } = await save(page, 'Save a report');
    expect(text).toMatch(/^<!doctype html>/i);
    expect(text).toContain('Kestrel Lane');
    expect(page.faults).toEqual([]);
  });

  test('best hours name the hour with the most comments', async () => {
    const page = await openPage(browser);
    await enter(page, dashboard);
    await showView(page, 'Analytics');
    await page.getByRole('link', { name: 'Best hours' }).press('Enter');
    const { stdout } = await crier('comments stats --by weekday --allow-partial --json --sandbox', {
      sandbox,
    });
    const { stats } = JSON.parse(stdout) as { stats: readonly { name: string; hours: readonly number[] }[] }; // of the command
    const most = Math.max(...stats.flatMap(({ hours }) => hours));
    const [best] = stats.filter(({ hours }) => hours.includes(most));
    const hour = String(best?.hours.indexOf(most)).padStart(2, '0');
    await page.getByText(`${best?.name} at ${hour}:00`).waitFor();
    await page
      .getByRole('cell', { name: String(most), exact: true })
      .first()
      .waitFor();
  });

  test.each(SCREENS)('no view is wider than its window or hard to perceive, %s', async (_what, options) => {
    const page = await openPage(browser, options);
    await enter(page, dashboard);
    await showView(page, 'Activity');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('list', { name: 'Activity' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Why', exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await showView(page, 'Analytics');
    for (const part of ['Accounts', 'Posts', 'Links', 'Best hours']) {
      await page.getByRole('link', { name: part, exact: true }).click();
      await page.getByRole('region', { name: part }).and(page.locator('[aria-busy=false]')).waitFor();
      if (part === 'Links') {
        await page.getByRole('button', { name: 'Sprng' }).click();
        await page.getByRole('region', { name: 'Clicks on Sprng' }).getByText('safari').waitFor();
      }
      expect({ part, found: await findBarriers(page) }).toEqual({ part, found: [] });
    }
    expect(page.faults).toEqual([]);
  });
});
