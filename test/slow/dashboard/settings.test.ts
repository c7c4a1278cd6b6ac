import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import { look, reportLooks } from '../../support/dashboard/barriers.ts';
import {
  enterView,
  hasChromium,
  openBrowser,
  openPage,
  type WatchedPage,
} from '../../support/dashboard/browser-page.ts';
import { type OpenedDashboard, openDashboard } from '../../support/dashboard/opened-dashboard.ts';

let browser: Browser;
let sandbox: Sandbox;
let dashboard: OpenedDashboard;
/** Left by each test for the next one. */
let page: WatchedPage;
/** What it got from its process. */
const answers: Promise<string>[] = [];

describe.runIf(hasChromium)('the settings in the dashboard', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    sandbox = { ...(await openTestSandbox()), close: () => {} };
    dashboard = await openDashboard('', { sandbox });
    page = await openPage(browser);
    page.on('response', (response) => {
      // that of changes does not end
      if (!response.url().endsWith('/changes')) answers.push(response.text().catch(() => ''));
    });
    await enterView(page, dashboard, 'Settings');
  });
  afterAll(async () => {
    reportLooks();
    await browser.close();
    await dashboard.end();
  });

  test('an expired account gets a link after a question that names its profile, with the keyboard; no key is on the page, in its memory or in its answers', {
    tags: ['D5', 'T16'],
  }, async () => {
    await page.getByText('It is never shown here.').waitFor();
    await page.getByRole('button', { name: 'Link again… LinkedIn of harbour' }).press('Enter');
    const question = page.getByRole('alertdialog');
    await question.getByText('Make a link for the LinkedIn account, as harbour of sandbox?').waitFor();
    await look(page, 'the question before a link is made');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Link again… LinkedIn of harbour' }).press('Enter');
    await question.getByRole('button', { name: 'Make the link' }).press('Enter');
    const link = page.getByRole('link', { name: 'Open it' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toMatch(/^http:\/\/sandbox\.localhost\//);
    await look(page, 'a link that was made');
    await page.getByRole('button', { name: 'Relink LinkedIn in the sandbox' }).click();
    await page.getByText('LinkedIn is linked again.').waitFor();
    await page.getByText('the link has expired').waitFor({ state: 'detached' });
    const { json } = await crier('profiles health --sandbox --profile harbour --json', { sandbox });
    expect(json).toMatchObject({ healthy: true });

    const { apiKey } = sandbox.credentials;
    expect(await page.content()).not.toContain(apiKey.slice(-4));
    expect(
      await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])'),
    ).not.toContain(apiKey);
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of await Promise.all(answers)) expect(answer).not.toContain(apiKey);
    expect(page.faults).toEqual([]);
  });

  test('a profile is created, an account linked to it and another one unlinked, each after a question', async () => {
    const question = page.getByRole('alertdialog');
    await page.getByRole('textbox', { name: 'Title' }).fill('Kestrel Lane Harbour');
    await page.getByRole('button', { name: 'Create…' }).press('Enter');
    await question.getByText('Create the profile Kestrel Lane Harbour in sandbox?').waitFor();
    await question.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByRole('alert').getByText('Another profile already has this title.').waitFor();
    await look(page, 'a profile that is refused');
    await page.getByRole('textbox', { name: 'Title' }).fill('Shop <b>North</b>');
    await page.getByRole('button', { name: 'Create…' }).press('Enter');
    await look(page, 'the question before a profile is created');
    const readAliases = async () => {
      const { json } = await crier('profiles list --sandbox --json', { sandbox });
      return (json as { profiles: readonly { alias: string }[] }).profiles.map(({ alias }) => alias); // of the command
    };
    const before = await readAliases();
    await question.getByRole('button', { name: 'Create' }).dblclick();
    await page.getByRole('status').filter({ hasText: 'Created Shop <b>North</b>.' }).waitFor();
    const [alias, ...others] = (await readAliases()).filter((each) => !before.includes(each));
    expect(others).toEqual([]);
    expect(await page.getByRole('combobox', { name: 'Profile' }).inputValue()).toBe(alias);
    await page.getByText('no account is linked').waitFor();
    await page.getByRole('button', { name: `Link… an account of ${alias}` }).click();
    await question.getByText(`Make a link for an account, as ${alias} of sandbox?`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Profile' }).selectOption('harbour');
    const unlink = page.getByRole('button', { name: 'Unlink… Facebook of harbour' });
    await unlink.press('Enter');
    await question.getByText('Unlink the Facebook account, as harbour of sandbox?').waitFor();
    await look(page, 'the question before an account is unlinked');
    await page.keyboard.press('Escape');
    await unlink.press('Enter');
    await question.getByRole('button', { name: 'Unlink' }).press('Enter');
    await page.getByRole('status').filter({ hasText: 'Unlinked Facebook of harbour.' }).waitFor();
    await unlink.waitFor({ state: 'detached' });
    expect(page.faults).toEqual([]);
  });
});
