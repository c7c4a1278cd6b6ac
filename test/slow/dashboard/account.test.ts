import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { control } from '../../support/control.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import {
  enter,
  findBarriers,
  hasChromium,
  openBrowser,
  openPage,
  showView,
  type WatchedPage,
} from '../../support/dashboard/browser-page.ts';
import { type OpenedDashboard, openPageOf } from '../../support/dashboard/opened-dashboard.ts';
import { type ServedAccount, serveAccount } from '../../support/dashboard/served-account.ts';
import { quickFolder } from '../../support/quick-folder.ts';
import { REAL_TIME } from '../../support/real-time.ts';

/** How many times shorter the waits of the program are. */
const FASTER = 10;

let browser: Browser;
let sandbox: Sandbox;
let service: ServedAccount;
let dashboard: OpenedDashboard;
/** Left by each test for the next one. */
let page: WatchedPage;
/** What it got from its process. */
const bodies: Promise<string>[] = [];
let folder: string;
let profileKey: string;

async function untilRead(page: Page): Promise<void> {
  await page.locator('main:not(:has([aria-busy=true]))').waitFor();
}

async function countAnswers(text: string): Promise<number> {
  const { stdout } = await crier('comments get Lt5nWc8RjYq3GvKs6PxA --json --sandbox', { sandbox });
  return stdout.split(JSON.stringify(text)).length - 1;
}

/** Opens the question before an answer to a comment. */
async function askToAnswer(page: Page, comment: RegExp, text: string): Promise<void> {
  await page.getByRole('link', { name: comment }).click();
  await page.getByRole('textbox', { name: /^Answer / }).fill(text);
  await page.getByRole('button', { name: 'Answer…' }).click();
  await page.getByRole('alertdialog').getByText('as the Primary Profile of shop?').waitFor();
}

describe.runIf(hasChromium)('the dashboard of an account whose context is saved, over HTTPS', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    folder = quickFolder('dashboard-account');
    sandbox = { ...(await openTestSandbox()), close: () => {} };
    // its clock is frozen, so that no period of five minutes ends
    await control(sandbox, 'setRateLimit', { max: 10_000 });
    service = await serveAccount(sandbox);
    const env = { CRIER_CONFIG_DIR: join(folder, 'config'), CRIER_STATE_DIR: join(folder, 'state') };
    const around = { env, network: service.network };
    profileKey = sandbox.credentials.profiles[0]?.profileKey ?? '';
    for (const [line, stdin] of [
      [`context add shop --base-url ${service.baseUrl} --api-key-file -`, sandbox.credentials.apiKey],
      ['profiles save kestrel --profile-key-file -', profileKey],
    ] as const)
      expect((await crier(line, { ...around, stdin })).exitCode).toBe(0);
    // a request that failed is repeated after seconds
    const sleep = (ms: number, ended?: AbortSignal) => REAL_TIME.sleep(ms / FASTER, ended);
    const now = () => Date.parse('2026-09-21T14:13:20Z');
    dashboard = await openPageOf('dashboard', { ...around, clock: { ...REAL_TIME, now, sleep } });
    page = await openPage(browser);
    page.on('response', (answer) =>
      bodies.push(answer.url().endsWith('changes') ? Promise.resolve('') : answer.text().catch(() => '')),
    );
    await enter(page, dashboard);
  });
  afterAll(async () => {
    await browser.close();
    await dashboard.end();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('no saved key reaches the page', { tags: ['T16', 'C2'] }, async () => {
    await page.getByRole('link', { name: /Oat or cow/ }).waitFor();
    await page.getByRole('combobox', { name: 'Profile' }).selectOption('kestrel');
    await showView(page, 'Settings');
    await page.getByText('from the settings file of this machine. It is never shown here').waitFor();
    await untilRead(page);
    const texts = (await Promise.all(bodies)).join('\n');
    expect(texts).toContain('Oat or cow');
    expect(texts).toContain('kestrellane.harbour');
    for (const key of [sandbox.credentials.apiKey, profileKey]) expect(texts).not.toContain(key);
    await page.getByRole('combobox', { name: 'Profile' }).selectOption('');
    expect(page.faults).toEqual([]);
  });

  test('two tabs: each has a link of its own, a change in one is read in the other, whose question stays', {
    tags: ['D2', 'D5'],
  }, async () => {
    const asking = page;
    const copied = await openPage(browser);
    await copied.goto(dashboard.link);
    await copied.getByText('This link was used before. The terminal shows a new one.').waitFor();
    await copied.goto(`${dashboard.origin}/#/inbox`);
    await copied.reload();
    await copied.getByText('Open the link that the terminal shows.').waitFor();
    const answering = await openPage(browser);
    await enter(answering, dashboard);
    await showView(asking, 'Inbox');
    await showView(answering, 'Inbox');
    await askToAnswer(asking, /Oat or cow/, 'Cow, today.');
    await askToAnswer(answering, /turn of the wrist/, 'The wrist it is.');
    await answering.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    await answering.getByRole('status').filter({ hasText: 'Answered attic.roaster.' }).waitFor();
    await asking.getByRole('link', { name: /turn of the wrist/ }).waitFor({ state: 'hidden' });
    await asking.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    await asking.getByRole('status').filter({ hasText: 'Answered yusra.pours.' }).waitFor();
    await answering.getByRole('link', { name: /Oat or cow/ }).waitFor({ state: 'hidden' });
    expect([await countAnswers('The wrist it is.'), await countAnswers('Cow, today.')]).toEqual([1, 1]);
    expect([...asking.faults, ...answering.faults]).toEqual([]);
  });

  test('a service that refuses or is gone is named once; what was read stays, and is read again', async () => {
    await showView(page, 'Home');
    const row = page.getByRole('link', { name: /How much milk/ });
    const note = page.getByRole('alert');
    const readAgain = () => page.getByRole('button', { name: 'Read again' }).click();
    await row.waitFor();
    service.answerWith({ status: 401, body: { status: 'error', code: 102, message: 'API Key not valid.' } });
    for (const hidden of [true, false])
      await page.evaluate(
        `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
      );
    await note.getByText('API Key not valid.').waitFor();
    await expect.poll(() => note.count()).toBe(1);
    expect(await row.count()).toBe(1);
    service.answerWith({ status: 502, body: '<html>Bad gateway' });
    await readAgain();
    await note.getByText('HTTP 502').waitFor();
    await service.stop();
    await readAgain();
    await note.getByText('nothing is listening there').waitFor();
    await expect.poll(() => note.count()).toBe(1);
    expect(await row.count()).toBe(1);
    await page.reload();
    await expect.poll(() => page.getByText('This could not be read.').count()).toBe(4);
    await expect.poll(() => note.count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    await showView(page, 'Settings');
    await page.getByText('not known whether it is accepted').waitFor();
    service.answerWith(null);
    await service.start();
    await readAgain();
    await note.waitFor({ state: 'hidden' });
    await showView(page, 'Home');
    await row.waitFor();
    expect(page.faults).toEqual([]);
  });
});
