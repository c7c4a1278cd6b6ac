import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import { look, lookInEach, reportLooks } from '../../support/dashboard/barriers.ts';
import {
  enterView,
  hasChromium,
  openBrowser,
  openPage,
  type WatchedPage,
} from '../../support/dashboard/browser-page.ts';
import { type OpenedDashboard, openDashboard } from '../../support/dashboard/opened-dashboard.ts';
import { REAL_TIME } from '../../support/real-time.ts';

/** As strangers write: markup, another direction, controls, a long word, and no end. */
const HOSTILE = `<script>alert(1)</script> <img src=x onerror=alert(1)> \u202Eesrever\u202C {{handle}} 👩‍👩‍👧\u200B\u0007 ${'x'.repeat(300)}\n${'long '.repeat(400)}`;
const clock = REAL_TIME;
const POST = 'Lt5nWc8RjYq3GvKs6PxA';

let browser: Browser;
let sandbox: Sandbox;
let dashboard: OpenedDashboard;
/** Left by each test for the next one. */
let page: WatchedPage;

const run = (...words: readonly string[]) =>
  crier([...words, ...(words[0] === 'sandbox' ? [] : ['--sandbox', '--json'])], { sandbox, clock });

/** Own replies, once the service has refreshed its copies, which lifts the request limit, too. */
async function readReplies(): Promise<readonly string[]> {
  await run('sandbox', 'clock', 'advance', '11m');
  const { json } = await run('comments', 'get', POST, '--allow-partial');
  const { comments } = json as { comments: readonly { replies: readonly { text: string }[] }[] }; // of the command
  return comments.flatMap(({ replies }) => replies.map(({ text }) => text));
}

async function readMessages(who: string, ...flags: readonly string[]): Promise<readonly (string | null)[]> {
  const { json } = await run('messages', 'show', 'instagram', who, ...flags);
  return (json as { messages: readonly { message: string | null }[] }).messages.map(({ message }) => message); // of the command
}

async function goTo(page: WatchedPage, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.locator('main:not(:has([aria-busy=true]))').waitFor();
}

const rowOf = (page: WatchedPage, name: RegExp) => page.locator('.long-list a').filter({ hasText: name });
const threadOf = (page: WatchedPage, name: string | RegExp) => page.getByRole('article', { name });
const hasSaid = (page: WatchedPage, sentence: string | RegExp) =>
  page.getByRole('status').filter({ hasText: sentence }).waitFor();

describe.runIf(hasChromium)('the inbox of the dashboard', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    sandbox = { ...(await openTestSandbox(clock)), close: () => {} };
    await run('sandbox', 'engage', 'dm', '--from', 'mara', '--text', 'Do you ship to Norway?');
    await run('sandbox', 'engage', 'dm', '--from', 'evil.twin', '--text', HOSTILE);
    await run('sandbox', 'engage', 'dm', '--from', 'lea', '--text', 'Ahoy', '--profile', 'harbour');
    await run(
      'sandbox',
      'review',
      'add',
      '--platform',
      'gmb',
      '--rating',
      '1',
      '--from',
      HOSTILE.slice(0, 60),
      '--text',
      HOSTILE,
    );
    dashboard = await openDashboard('', { sandbox, clock });
    page = await openPage(browser);
    await enterView(page, dashboard, 'Inbox');
  });
  // the pages of all tests share the request limit of five minutes
  beforeEach(async () => {
    await run('sandbox', 'clock', 'advance', '6m');
  });
  afterAll(async () => {
    reportLooks();
    await browser.close();
    await dashboard.end();
  });

  test('by keys and without a mouse, a comment is answered, the next one is done, and that is undone', async () => {
    await goTo(page, '#/inbox');
    await rowOf(page, /Oat or cow/).focus();
    await page.keyboard.press('Enter');
    await threadOf(page, 'yusra.pours on YouTube').waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('Oat. <b>{{handle}}</b> 🥛');
    await page.getByRole('region', { name: 'Preview' }).getByText('Oat. <b>{{handle}}</b> 🥛').waitFor();
    await page.getByText('24 of 10,000').waitFor();
    await look(page, 'an answer with its preview');
    await page.keyboard.press('Control+Enter');
    const plan = page.getByRole('alertdialog');
    await plan
      .getByText('Publish this answer to yusra.pours on YouTube, as the Primary Profile of sandbox?')
      .waitFor();
    await look(page, 'the question before an answer');
    await page.keyboard.press('Enter');
    await hasSaid(page, 'Answered yusra.pours.');
    const next = threadOf(page, /Naquet on Instagram/);
    await next.waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.className')).toContain('item');
    await page.keyboard.press('d');
    await hasSaid(page, /Marked as done: .*Naquet/);
    await expect.poll(() => rowOf(page, /Mine always turns into a potato/).count()).toBe(0);
    await page.keyboard.press('u');
    await rowOf(page, /Mine always turns into a potato/).waitFor();
    await next.waitFor();
    await page.keyboard.press('n');
    await threadOf(page, 'Len Hathersage on Facebook').waitFor();
    await page.keyboard.press('p');
    await next.waitFor();
    expect((await readReplies()).filter((text) => text === 'Oat. <b>{{handle}}</b> 🥛')).toHaveLength(1);
    expect(page.faults).toEqual([]);
  });

  test('a message is answered for the profile that it was written to, within the time that its network gives', async () => {
    await goTo(page, '#/inbox?kind=message&profiles=all');
    await rowOf(page, /Ahoy/).click();
    await page
      .getByText(/Instagram takes an answer until/)
      .first()
      .waitFor();
    await page.getByRole('textbox', { name: 'Answer lea' }).fill('Ahoy, Lea!');
    await page.getByRole('button', { name: 'Answer…' }).click();
    await page
      .getByRole('alertdialog')
      .getByText('Send this message to lea on Instagram, as harbour of sandbox?')
      .waitFor();
    await look(page, 'the question before a message');
    await page.getByRole('button', { name: 'Send' }).dblclick();
    await hasSaid(page, 'Answered lea.');
    expect(await readMessages('lea', '--profile', 'harbour')).toEqual(['Ahoy', 'Ahoy, Lea!']);
    expect(page.faults).toEqual([]);
  });

  test('a failure keeps what was typed, and so does another entry', async () => {
    await goTo(page, '#/inbox?kind=message');
    await run('sandbox', 'fault', 'add', '--code', '361', '--endpoint', 'sendMessage', '--count', '1');
    await rowOf(page, /Norway/).click();
    const field = page.getByRole('textbox', { name: 'Answer mara' });
    await field.fill('Yes, within a week.');
    await page.getByRole('button', { name: 'Answer…' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('(error 361)').waitFor();
    await look(page, 'an answer that failed');
    expect(await readMessages('mara')).toEqual(['Do you ship to Norway?']);
    await rowOf(page, /script/).click();
    await threadOf(page, 'evil.twin on Instagram').waitFor();
    await rowOf(page, /Norway/).click();
    expect(await field.inputValue()).toBe('Yes, within a week.');
  });

  test('a saved reply is filled for the person, a review is answered with it, and the reply deleted again', async () => {
    await goTo(page, '#/inbox?kind=review');
    await rowOf(page, /Best cortado/).click();
    const field = page.getByRole('textbox', { name: 'Answer Obadiah Crane' });
    await field.fill('Thank you, {{name}}!');
    await page.getByRole('button', { name: 'Saved replies' }).click();
    await page.getByRole('textbox', { name: 'Name for the answer' }).fill('thanks');
    await look(page, 'saved replies');
    await page.keyboard.press('Enter');
    await hasSaid(page, 'Saved the reply thanks.');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog', { name: 'Saved replies' }).waitFor({ state: 'hidden' });
    await field.fill('');
    await page.getByRole('button', { name: 'Saved replies' }).click();
    await page.getByRole('button', { name: /^thanks/ }).click();
    expect(await field.inputValue()).toBe('Thank you, Obadiah Crane!');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Publish' }).click();
    await hasSaid(page, 'Answered Obadiah Crane.');
    await goTo(page, '#/inbox?kind=review&state=done');
    await rowOf(page, /Best cortado/).click();
    await page.getByText('Thank you, Obadiah Crane!').waitFor();
    await look(page, 'an answered review');
    await page.getByRole('button', { name: 'Delete your reply' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await hasSaid(page, 'Deleted your reply.');
    await goTo(page, '#/inbox?kind=review');
    await rowOf(page, /Best cortado/).waitFor();
  });

  test('a comment is deleted after a question, which Escape leaves; others are ordered, and found by a name while it is typed', async () => {
    await goTo(page, '#/inbox?contains=wet+umbrella');
    await rowOf(page, /wet umbrella/).click();
    await threadOf(page, /beo.* on Instagram/).waitFor();
    await page.keyboard.press('x');
    const plan = page.getByRole('alertdialog');
    await plan.getByText(/Delete the comment of/).waitFor();
    await look(page, 'the question before a comment is deleted');
    await page.keyboard.press('Escape');
    await plan.waitFor({ state: 'hidden' });
    await rowOf(page, /wet umbrella/).waitFor();
    await page.getByRole('button', { name: 'Delete comment…' }).click();
    await plan.getByRole('button', { name: 'Delete' }).click();
    await hasSaid(page, 'Deleted the comment of');
    await page.getByText('Nothing matches.').waitFor();

    await goTo(page, '#/inbox');
    const { json } = await crier('inbox list --all --json --sandbox', { sandbox });
    const { items } = json as { items: readonly { at: string; text: string | null }[] }; // held against its schema by `crier`
    const oldest = items.at(-1);
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Oldest first');
    await expect.poll(() => page.locator('.long-list a').first().textContent()).toContain(oldest?.text);
    await page.getByRole('searchbox', { name: 'Search the inbox' }).pressSequentially('evil.twin');
    await expect.poll(() => page.locator('.long-list a').count()).toBe(1);
    await rowOf(page, /script/).waitFor();
  });

  test('on a phone, an entry is a page of its own, with a way back; texts of strangers hide nothing on any screen', async () => {
    await goTo(page, '#/inbox');
    await page.setViewportSize({ width: 360, height: 740 });
    await rowOf(page, /./).first().click();
    const list = page.getByRole('list', { name: 'Inbox' });
    await list.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: '← Inbox' }).click();
    await list.waitFor();
    await rowOf(page, /script/)
      .first()
      .waitFor();
    await lookInEach(page, 'an inbox with what strangers wrote');
    await goTo(page, '#/inbox?contains=zzzz');
    await page.getByText('Nothing matches.').waitFor();
    await lookInEach(page, 'an inbox where nothing matches');
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const kind of ['message', 'review']) {
      await goTo(page, `#/inbox?kind=${kind}&state=all&profiles=all`);
      await rowOf(page, /script/).click();
      await page.getByRole('article').locator('[aria-busy=false], .said').first().waitFor();
      expect(await page.getByRole('article').textContent()).toContain('<script>alert(1)</script> <img src=x');
      await lookInEach(page, `a ${kind} of a stranger`);
    }
    await page.keyboard.press('r');
    await page.keyboard.insertText(HOSTILE.replaceAll('\u0007', ''));
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).waitFor();
    await lookInEach(page, 'the question before a long answer');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Saved replies' }).click();
    await page.getByRole('button', { name: 'Save this answer' }).waitFor();
    await lookInEach(page, 'saved replies for a long answer');
    expect(page.faults).toEqual([]);
  });
});
