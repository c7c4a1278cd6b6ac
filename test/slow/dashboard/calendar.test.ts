import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import { look, lookInEach, reportLooks } from '../../support/dashboard/barriers.ts';
import {
  enter,
  hasChromium,
  openBrowser,
  openPage,
  type WatchedPage,
} from '../../support/dashboard/browser-page.ts';
import { type OpenedDashboard, openDashboard } from '../../support/dashboard/opened-dashboard.ts';

/** Markup, another direction, braces, and what has no width. */
const HOSTILE = '<script>alert(1)</script> {{handle}}\nשלום ☕ \u200b\u202ezebra';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const WITHOUT_MEDIA = 'Tk6xBn4VgSj8QcLp2RyF';
const TO_APPROVE = 'Su3gHk9WqZr5TcYb7MvN';

let browser: Browser;
let opened: Sandbox;
let sandbox: Sandbox;
let dashboard: OpenedDashboard;

interface PostInSandbox {
  readonly id: string;
  readonly post: string;
  readonly status: string;
  readonly scheduleDate: string | null;
}

async function listPosts(): Promise<readonly PostInSandbox[]> {
  const { json } = await crier('posts list --all --last-days 0 --json --sandbox', { sandbox });
  return (json as { posts: readonly PostInSandbox[] }).posts; // of the command
}

async function readPost(text: string): Promise<PostInSandbox | undefined> {
  return (await listPosts()).find(({ post }) => post === text);
}

/** @returns its id */
async function addPost(line: string, text: string): Promise<string> {
  const words = ['posts', 'create', ...line.split(' '), '--text', text, '--json', '--sandbox', '--yes'];
  const { json, stderr } = await crier(words, { sandbox });
  if (json === null) throw new Error(stderr);
  return (json as { id: string }).id; // of the command
}

/** A picture that is there, and that its page has not kept twice. */
async function seePicture(image: Locator): Promise<void> {
  await image.waitFor();
  await expect.poll(() => image.evaluate((drawn) => 'naturalWidth' in drawn && drawn.naturalWidth)).toBe(1);
  expect(await image.getAttribute('src')).toMatch(/^blob:/);
}

async function show(page: Page, place: string): Promise<void> {
  await page.goto(`${dashboard.origin}/#/calendar${place}`);
  await page.locator('main:not(:has([aria-busy=true]))').waitFor();
}

/** Presses Tab until the element has the focus, so that the keyboard leads there. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'link' | 'checkbox' | 'textbox') {
  const target = page.getByRole(role, { name, exact: true });
  for (let steps = 0; steps < 60; steps += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}

const question = (page: Page) => page.getByRole('alertdialog');

describe.runIf(hasChromium)('the calendar in a browser', () => {
  let page: WatchedPage;
  beforeAll(async () => {
    browser = await openBrowser();
    opened = await openTestSandbox();
    // each command would close it
    sandbox = { ...opened, close: () => {} };
    dashboard = await openDashboard('--tz Europe/Oslo', { sandbox });
    page = await openPage(browser, { viewport: { width: 1280, height: 900 } });
    await enter(page, dashboard);
  });
  afterAll(async () => {
    reportLooks();
    await browser.close();
    await dashboard.end();
    opened.close();
  });

  test('a post is written, counted, scheduled once and moved with the keyboard', async () => {
    await show(page, '?by=week');
    await lookInEach(page, 'the calendar by week');
    await tabTo(page, 'New post', 'link');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Bluesky', 'checkbox');
    await page.keyboard.press('Space');
    await tabTo(page, 'Text', 'textbox');
    await page.keyboard.insertText(HOSTILE);
    const preview = page.getByRole('article', { name: 'Bluesky' });
    await preview.getByText(`${[...new Intl.Segmenter().segment(HOSTILE)].length} of 300`).waitFor();
    await look(page, 'a new post with its previews');
    await tabTo(page, 'Schedule…', 'button');
    await page.keyboard.press('Enter');
    await question(page).getByText('Schedule this post, as the Primary Profile of sandbox?').waitFor();
    await look(page, 'the question before a post is scheduled');
    expect(await readPost(HOSTILE)).toBeUndefined();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Post' });
    await sheet.getByText('<script>alert(1)</script> {{handle}}').waitFor();
    const made = await readPost(HOSTILE);
    expect(made?.status).toBe('pending');

    await tabTo(page, 'Move…', 'button');
    await page.keyboard.press('Enter');
    await sheet.getByLabel('New time, in Europe/Oslo').fill('2027-01-15T18:30');
    await look(page, 'a post to be moved');
    await page.keyboard.press('Enter');
    await question(page).getByText('Fri, 15 Jan 2027, 18:30 CET').waitFor();
    await look(page, 'the question before a post is moved');
    await page.keyboard.press('Escape');
    expect(await readPost(HOSTILE)).toEqual(made);
    await page.keyboard.press('Enter');
    await question(page).getByRole('button', { name: 'Move' }).press('Enter');
    await sheet.getByText('Fri, 15 Jan 2027, 18:30 CET').waitFor();
    expect((await readPost(HOSTILE))?.scheduleDate).toBe('2027-01-15T17:30:00Z');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    expect((await listPosts()).filter(({ post }) => post === HOSTILE)).toHaveLength(1);
    expect(page.faults).toEqual([]);
  });

  test('a post is dragged over the change of the clocks at its local time, after both times were shown', async () => {
    await addPost('--platform bluesky --schedule 2027-03-26T10:00:00Z', 'Clocks');
    await show(page, '?by=month&day=2027-03-01');
    const card = page.getByRole('link', { name: /Clocks/ });
    await card.waitFor();
    await lookInEach(page, 'the calendar by month');
    const monday = page.getByRole('listitem').filter({ has: page.getByText('Mon 29 Mar') });
    await card.dragTo(monday);
    await question(page).getByText('Fri, 26 Mar 2027, 11:00 CET').waitFor();
    await question(page).getByText('Mon, 29 Mar 2027, 11:00 CEST').waitFor();
    await question(page).getByText('The clocks of Europe/Oslo change between the two.').waitFor();
    await look(page, 'the question after a drag');
    expect((await readPost('Clocks'))?.scheduleDate).toBe('2027-03-26T10:00:00Z');
    await question(page).getByRole('button', { name: 'Move' }).click();
    await monday.getByText('Clocks').waitFor();
    expect((await readPost('Clocks'))?.scheduleDate).toBe('2027-03-29T09:00:00Z');

    await show(page, '?by=week&day=2027-03-29');
    await page.getByRole('link', { name: /Clocks/ }).dragTo(page.locator('[data-hour="2027-03-30T15"]'));
    await question(page).getByText('Tue, 30 Mar 2027, 15:00 CEST').waitFor();
    await question(page).getByRole('button', { name: 'Back' }).click();
    expect((await readPost('Clocks'))?.scheduleDate).toBe('2027-03-29T09:00:00Z');

    // 02:30 does not exist on that day
    await show(page, `?post=${(await readPost('Clocks'))?.id}`);
    await page.getByRole('button', { name: 'Move…' }).click();
    await page.getByLabel('New time, in Europe/Oslo').fill('2027-03-28T02:30');
    await page.getByRole('button', { name: 'Move…' }).click();
    await page.getByRole('alert').getByText('the clocks of Europe/Oslo skip 02:30').waitFor();
    await look(page, 'a time that does not exist');
  });

  test('a post that waits is edited: the new one replaces it, with its other fields', async () => {
    const id = await addPost(
      '--platform bluesky --schedule 2027-02-01T10:00:00Z --first-comment First',
      'Old words',
    );
    await show(page, `?post=${id}`);
    await page.getByRole('link', { name: 'Edit…' }).click();
    await page.getByLabel('Text', { exact: true }).fill('New words');
    await look(page, 'a post that is edited');
    await page.getByRole('button', { name: 'Schedule…' }).click();
    await question(page)
      .getByText('Schedule this post and delete the one that waits, as the Primary Profile of sandbox?')
      .waitFor();
    await look(page, 'the question before a post is replaced');
    await question(page).getByRole('button', { name: 'Schedule' }).dblclick();
    await page.getByRole('dialog', { name: 'Post' }).getByText('New words').waitFor();
    const posts = await listPosts();
    expect(posts.filter(({ post }) => ['Old words', 'New words'].includes(post))).toMatchObject([
      {
        post: 'New words',
        status: 'pending',
        scheduleDate: '2027-02-01T10:00:00Z',
        request: { firstComment: { comment: 'First' } },
      },
    ]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume…' }).click();
    await look(page, 'the question before a post is resumed');
    expect((await readPost('New words'))?.status).toBe('paused');
    await question(page).getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await look(page, 'the question before a post is deleted');
    await question(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Post' }).waitFor({ state: 'hidden' });
    expect(await readPost('New words')).toBeUndefined();
  });

  test('a post with errors is approved only after they were shown; another one is declined', async () => {
    const id = await addPost('--platform instagram --skip-check --approve-first', 'No picture');
    await show(page, `?post=${id}`);
    await page.getByRole('button', { name: 'Approve…' }).click();
    await look(page, 'the question before a post is approved');
    await question(page).getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alert').getByText('Instagram does not accept posts without media').waitFor();
    expect((await readPost('No picture'))?.status).toBe('awaiting approval');
    await page.getByRole('button', { name: 'Approve anyway…' }).waitFor();
    await look(page, 'a post that cannot be approved');
    await page.getByRole('button', { name: 'Decline…' }).click();
    await question(page).getByText('It will not be published.').waitFor();
    await look(page, 'the question before a post is declined');
    await question(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Post' }).waitFor({ state: 'hidden' });
    expect(await readPost('No picture')).toBeUndefined();
  });

  test('a failed post leads to a new one on the networks that refused it', async () => {
    await show(page, '?status=error');
    await page.getByRole('link', { name: /Rain on the roof/ }).click();
    await page.getByText('The TikTok post has no video id').last().waitFor();
    await lookInEach(page, 'a post that failed');
    await page.getByRole('link', { name: 'Post again on TikTok…' }).click();
    await page.getByRole('article', { name: 'TikTok' }).getByText('1 image or video').waitFor();
    await page.getByRole('button', { name: /^Remove .*rain-on-the-roof\.mp4$/ }).waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
  });

  test('a copy says that the media of its post are not known, and takes files in their place', async () => {
    await show(page, `?compose=copy&of=${WITHOUT_MEDIA}`);
    await page.getByRole('article', { name: 'TikTok' }).getByText('does not accept posts without').waitFor();
    await page.getByText('The service names no image or video of this post.').waitFor();
    const files = page.getByLabel('Upload files');
    await files.setInputFiles({ name: 'cup.txt', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByText('cup.txt is not an image or video').waitFor();
    await look(page, 'a file that is refused');
    await files.setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: PIXEL });
    await page.getByRole('button', { name: /^Remove .*cup/ }).waitFor();
    await page.getByRole('article', { name: 'TikTok' }).getByText('1 image or video').waitFor();
    await look(page, 'a post again, with its image');
    expect(await page.getByText('The service names no image').count()).toBe(0);
    await seePicture(page.getByRole('group', { name: 'Images and videos' }).locator('img'));
    await seePicture(page.getByRole('article', { name: 'TikTok' }).locator('img'));
    expect(page.faults).toEqual([]);
  });

  test('the picture of a post is seen in the list, opened with its text, and beside a question; others say why not', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'crier-test-')), 'cup.png');
    writeFileSync(file, PIXEL);
    const { json } = await crier(['media', 'upload', file, '--json', '--sandbox'], { sandbox });
    const { results } = json as { results: readonly { url: string }[] }; // of the command
    const media = `--platform bluesky,facebook --media ${results[0]?.url} --schedule 2027-02-02T10:00:00Z`;
    const id = await addPost(`${media} --set faceBookOptions.altText=["A-cup"]`, 'With a cup');
    await show(page, '?by=list');
    await lookInEach(page, 'the calendar by list');
    await seePicture(page.getByRole('link', { name: /With a cup/ }).locator('img'));
    await show(page, `?post=${id}`);
    await seePicture(page.getByRole('dialog', { name: 'Post' }).getByRole('img', { name: 'A-cup' }));
    await page.getByRole('button', { name: 'Delete…' }).click();
    await seePicture(question(page).locator('img'));
    await page.keyboard.press('Escape');

    await show(page, `?post=${TO_APPROVE}`);
    const sheet = page.getByRole('dialog', { name: 'Post' });
    await sheet.getByText('Image 1 of 1: its host does not answer').waitFor();
    await sheet.getByRole('link', { name: 'new-hours.jpg' }).waitFor();
    await sheet.getByRole('button', { name: 'Approve…' }).click();
    await question(page).getByText('Private notes: ask Imke about the date').waitFor();
    await page.keyboard.press('Escape');
    await show(page, `?compose=copy&of=${TO_APPROVE}`);
    await lookInEach(page, 'a copy of a post');
    await page.getByRole('button', { name: /…$/ }).click();
    await question(page).waitFor();
    await lookInEach(page, 'the question before a copy');
    await page.keyboard.press('Escape');
    // the same word as in the calendar
    await page.goto(`${dashboard.origin}/#/`);
    await page.getByRole('link', { name: /to approve From next month/ }).waitFor();
    expect(page.faults).toEqual([]);
  });
});
