import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import { look, lookInEach, reportLooks } from '../../support/dashboard/barriers.ts';
import {
  enterView,
  findBarriers,
  hasChromium,
  openBrowser,
  openPage,
  showView,
  type WatchedPage,
} from '../../support/dashboard/browser-page.ts';
import { type OpenedDashboard, openDashboard } from '../../support/dashboard/opened-dashboard.ts';

/** Right-to-left, zero-width, line breaks, markup, and a long word. */
const HOSTILE = `GUIDE <script>alert(1)</script> \u202Eevil\u200B\nشكرا &amp; ${'long'.repeat(60)} {{handle}}`;

const HOSTILE_START = '<script>alert(1)</script>';

let browser: Browser;
let sandbox: Sandbox;
let dashboard: OpenedDashboard;
/** Left by each test for the next one. */
let page: WatchedPage;

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

async function untilPartRead(page: Page, part: string): Promise<void> {
  await page.getByRole('region', { name: part }).and(page.locator('[aria-busy=false]')).waitFor();
}

const WEEK = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** What a post of each weekday and hour got, from what the commands say. */
async function averageEngagement(): Promise<readonly (readonly [string, number])[]> {
  const read = async (line: string) => (await crier(`${line} --json --sandbox`, { sandbox })).json;
  const { analytics } = (await read('analytics post --allow-partial')) as {
    analytics: readonly Readonly<Record<string, unknown>>[];
  }; // held against its schema by `crier`
  const { posts } = (await read('posts list --all')) as {
    posts: readonly { id: string; created: string; scheduleDate: string | null }[];
  }; // the same
  const counted = posts.flatMap(({ id, created, scheduleDate }) => {
    const figures = analytics.filter(({ requestedId }) => requestedId === id);
    const metrics = figures.flatMap(({ likes, comments, shares, quotes, saves }) => [
      ...[likes, comments, shares, quotes, saves].map(Number),
    ]);
    const at = new Date(scheduleDate !== null && scheduleDate > created ? scheduleDate : created);
    const hour = `${WEEK[at.getUTCDay()]} at ${String(at.getUTCHours()).padStart(2, '0')}:00`;
    return figures.length === 0 ? [] : [{ hour, sum: metrics.reduce((sum, count) => sum + count, 0) }];
  });
  return [...Map.groupBy(counted, ({ hour }) => hour)].map(([hour, of]) => [
    hour,
    Math.round(of.reduce((total, { sum }) => total + sum, 0) / of.length),
  ]);
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
    page = await openPage(browser);
    await enterView(page, dashboard, 'Activity');
  });
  // the service accepts 300 requests in 5 minutes, and the clock of this sandbox is stopped
  beforeEach(() => run('sandbox', 'clock', 'advance', '5m'));
  afterAll(async () => {
    reportLooks();
    await browser.close();
    await dashboard.end();
  });

  test('a failed DM is found in the funnel and explained, and the rows are saved, with the keyboard', async () => {
    await lookInEach(page, 'the activity of strangers');
    const failed = page.getByRole('link', { name: /^1 failed/ });
    await failed.press('Enter');
    const row = page.getByRole('list', { name: 'Activity' }).getByRole('link');
    await expect.poll(() => row.count()).toBe(1);
    await row.press('Enter');
    const detail = page.getByRole('region', { name: 'Explanation' });
    await detail.getByText('the comment cannot receive a private reply').first().waitFor();
    await detail.getByText('this DM will not be sent').waitFor();
    await detail.getByText('<script>alert(1)</script>').waitFor();
    // its number has a name
    await detail.getByText('(error 491)').first().waitFor();
    await lookInEach(page, 'an activity that failed, explained');
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
    await page.getByRole('combobox', { name: 'Profile' }).selectOption('');
    expect(page.faults).toEqual([]);
  });

  test('the figures of a post are drawn and listed by day, and saved as a table and a report; best hours name the hour with the most comments', async () => {
    await showView(page, 'Analytics');
    await page.getByRole('link', { name: 'Links', exact: true }).press('Enter');
    await untilPartRead(page, 'Links');
    await page.getByRole('button', { name: 'Sprng' }).press('Enter');
    await page.getByRole('region', { name: 'Clicks on Sprng' }).getByText('safari').waitFor();
    await lookInEach(page, 'the clicks on a link');
    await page.getByRole('link', { name: 'Posts', exact: true }).press('Enter');
    await untilPartRead(page, 'Posts');
    await lookInEach(page, 'the figures of posts');
    await page.getByRole('button', { name: /^First Tide is here/ }).press('Enter');
    await page.getByRole('radio', { name: 'Likes' }).press('ArrowLeft');
    await page.getByText('Watched (s) by day, in the last 14 days').waitFor();
    await page.getByText('Figures by day').press('Enter');
    await look(page, 'the figures of a post by day');
    const table = page.getByRole('region', { name: /, by day$/ }).getByRole('table');
    expect(await table.getByRole('row').count()).toBeGreaterThan(2);
    await page.getByText(HOSTILE_START).waitFor();
    const figures = await save(page, 'Save as CSV');
    expect(figures.file).toMatch(/^crier-posts-primary-/);
    expect(figures.text).toMatch(/^platform,requestedId,/);
    const { text } = await save(page, 'Save a report');
    expect(text).toMatch(/^<!doctype html>/i);
    expect(text).toContain('Kestrel Lane');
    await page.getByRole('link', { name: 'Best hours' }).press('Enter');
    await untilPartRead(page, 'Best hours');
    await lookInEach(page, 'best hours');
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
    // what was not read is named with its error
    await page.getByText(/^Error 485: the comments of an Instagram or Facebook story/).waitFor();
    await page.getByRole('radio', { name: 'When posts got most' }).press('ArrowLeft');
    await page.getByRole('radio', { name: 'When people comment' }).press('ArrowRight');
    const averages = await averageEngagement();
    const [name, average] = averages.reduce((one, other) => (other[1] > one[1] ? other : one));
    await page.getByText(`Posts of ${name} got most: ${average.toLocaleString('en-GB')} likes`).waitFor();
    await expect
      .poll(async () => (await page.getByRole('cell').allTextContents()).filter((text) => text !== '').length)
      .toBe(averages.length);
    expect(page.faults).toEqual([]);
  });

  test('a person is found while the handle is typed, the funnel counts the same, and older rows are offered', async () => {
    await run('sandbox', 'clock', 'advance', '8d');
    await comment('mara', 'the recipe, too');
    await showView(page, 'Activity');
    const person = page.getByRole('combobox', { name: 'Person' });
    await person.pressSequentially('mara');
    const row = page.getByRole('list', { name: 'Activity' }).getByRole('link');
    await expect.poll(() => row.count()).toBe(1);
    await page.getByRole('link', { name: /^1 matched of 1 person/ }).waitFor();
    await page.getByText('Last 7 days only.').waitFor();
    await page.getByRole('button', { name: 'Show 30 days' }).press('Enter');
    await page.getByText('The service keeps 30 days; these are all of them.').waitFor();
    await expect.poll(() => row.count()).toBe(3);
    await page.getByRole('link', { name: /^3 matched of 1 person/ }).waitFor();
    await page.getByRole('searchbox', { name: 'Search activity' }).fill('recipe');
    await page.getByRole('link', { name: /^1 matched of 1 person/ }).waitFor();
    await expect.poll(() => row.count()).toBe(1);
    await person.fill('mar');
    await page.getByText('A person is found by the whole handle or id').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(page.faults).toEqual([]);
  });
});
