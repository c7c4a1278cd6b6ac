import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
    dashboard = await openDashboard('', { sandbox });
  });
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
    expect(page.faults).toEqual([]);
  });

  test.each(SCREENS)('no view is wider than its window or hard to perceive, %s', async (_what, options) => {
    const page = await openPage(browser, options);
    await enter(page, dashboard);
    await showView(page, 'Activity');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('list', { name: 'Activity' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Why', exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(page.faults).toEqual([]);
  });
});
