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
  showView,
  type WatchedPage,
} from '../../support/dashboard/browser-page.ts';
import { type OpenedDashboard, openDashboard } from '../../support/dashboard/opened-dashboard.ts';
import { REAL_TIME } from '../../support/real-time.ts';

/** As a stranger may write. */
const HOSTILE = 'GUIDE <script>alert(1)</script> \u202e{{recipient_username}} 👩‍👩‍👧 \u200b"\'&';

const clock = REAL_TIME;

let browser: Browser;
let sandbox: Sandbox;
let dashboard: OpenedDashboard;
/** Left by each test for the next one. */
let page: WatchedPage;

async function readOutbox(): Promise<readonly { to: string; text: string }[]> {
  const { json } = await crier('sandbox outbox --kind dm --json', { sandbox, clock });
  return (json as { outbox: readonly { to: string; text: string }[] }).outbox; // of the command
}

describe.runIf(hasChromium)('the sandbox in the dashboard', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    sandbox = { ...(await openTestSandbox(clock)), close: () => {} };
    dashboard = await openDashboard('', { sandbox, clock });
    page = await openPage(browser);
    await enterView(page, dashboard, 'Sandbox');
  });
  beforeEach(async () => {
    await page.evaluate("location.hash = '#/sandbox'");
    await page.locator('main:not(:has([aria-busy=true]))').waitFor();
  });
  afterAll(async () => {
    reportLooks();
    await browser.close();
    await dashboard.end();
  });

  test('a follower comments, the answer waits, and the wait is skipped, with the keyboard', async () => {
    await page.getByRole('combobox', { name: 'Follower' }).fill('ida.new');
    await page.getByRole('textbox', { name: 'Text' }).focus();
    await page.keyboard.type(HOSTILE);
    await page.getByRole('button', { name: 'Comment', exact: true }).press('Enter');
    const outcomes = page.getByRole('region', { name: 'What happened' });
    await outcomes.getByText(`ida.new commented: ${HOSTILE}`).waitFor();
    await outcomes.getByText(/Brew guide on request answers in \d+ s/).waitFor();
    await look(page, 'an answer that waits');
    expect((await readOutbox()).filter(({ to }) => to === 'ida.new')).toEqual([]);
    await outcomes.getByRole('button', { name: 'Skip the wait' }).press('Enter');
    await outcomes
      .locator('.deed-outcome', { hasText: 'Brew guide on request' })
      .getByText('sent', { exact: true })
      .waitFor();
    expect((await readOutbox()).filter(({ to }) => to === 'ida.new')).toHaveLength(1);
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('');
    const phone = page.getByRole('region', { name: 'What ida.new sees' });
    await phone.getByText(HOSTILE).waitFor();
    await phone.getByText(/^Here is the brew guide/).waitFor();
    await lookInEach(page, 'what a follower sees');
    await page.getByRole('link', { name: 'Outbox' }).press('Enter');
    await page
      .getByRole('list', { name: 'Sent' })
      .getByRole('link', { name: /ida\.new/ })
      .first()
      .press('Enter');
    await page
      .getByRole('region', { name: 'What was sent' })
      .getByText(/^Here is the brew guide/)
      .waitFor();
    await lookInEach(page, 'what was sent');
    expect(page.faults).toEqual([]);
  });

  test('where no automation answers, each says why; a failure keeps what was typed', async () => {
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('the text contains none of its keywords').waitFor();
    await look(page, 'an event that none answers');
    await page.getByRole('combobox', { name: 'Follower' }).fill('no such handle!');
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello again');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/1 to 30 letters/)
      .waitFor();
    await look(page, 'an event that is refused');
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Hello again');
  });

  test('what happened is done again by another person, like the event before', async () => {
    await page
      .getByRole('button', { name: /^Again/ })
      .first()
      .click();
    await page.getByRole('combobox', { name: 'Follower' }).fill('tomas');
    await page.getByRole('checkbox', { name: /Skip the wait/ }).check();
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('region', { name: 'What happened' }).getByText('tomas commented').waitFor();
    expect((await readOutbox()).some(({ to }) => to === 'tomas')).toBe(true);
  });

  test('the clock is set, moved and brought back', async () => {
    const readClock = async () =>
      (await crier('sandbox clock now --json', { sandbox, clock })).json as { mode: string; now: string }; // of the command
    await page.getByRole('button', { name: 'Set…' }).click();
    await page.getByLabel('Time in UTC').fill('2030-01-02T03:04');
    await look(page, 'a clock that is set');
    await page.getByRole('button', { name: 'Set and freeze' }).click();
    await page.getByText('frozen', { exact: true }).waitFor();
    await look(page, 'a frozen clock');
    await page.getByRole('button', { name: '+1 h' }).click();
    await page.getByText('04:04:00').waitFor();
    await page.getByText('The clock was moved ahead; nothing was due.').waitFor();
    // all views go by it
    await showView(page, 'Calendar');
    await page.getByText('2 Jan').first().waitFor();
    await showView(page, 'Sandbox');
    expect(await readClock()).toMatchObject({ mode: 'set', now: '2030-01-02T04:04:00Z' });
    await page.getByRole('button', { name: 'Real time' }).click();
    await page.getByText('real time', { exact: true }).waitFor();
    expect((await readClock()).mode).toBe('real');
  });

  test('a fault is found by its code, added and removed', async () => {
    await page.getByRole('link', { name: 'Faults' }).click();
    await page.getByRole('combobox', { name: 'Error code' }).fill('364');
    await page.locator('.hint', { hasText: 'X is rate limiting your app' }).waitFor();
    await lookInEach(page, 'a fault to be added');
    await page.getByRole('combobox', { name: 'Network' }).selectOption('twitter');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await page.getByRole('button', { name: 'Remove the fault 364 of X' }).waitFor();
    await look(page, 'a fault that is on');
    expect((await crier('sandbox fault list --json', { sandbox, clock })).json).toMatchObject({
      faults: [{ code: 364, network: 'twitter' }],
    });
    await page.getByRole('button', { name: 'Remove the fault 364 of X' }).click();
    await page.getByText('The sandbox answers as it should.').waitFor();
  });

  test('an account expires, and its network refuses it', async () => {
    await page.getByRole('link', { name: 'Accounts' }).click();
    await page.getByRole('link', { name: /^Instagram/ }).click();
    await page.locator('main:not(:has([aria-busy=true]))').waitFor();
    await lookInEach(page, 'an account with its posts');
    await page.getByRole('link', { name: /^Reddit/ }).click();
    await page.getByRole('combobox', { name: 'Authorization' }).selectOption('expired');
    await page.getByRole('link', { name: /authorization expired/ }).waitFor();
    await look(page, 'an account that expired');
    const refused = await crier('comments get Hq4 --platform reddit --social-id t3_x --sandbox', {
      sandbox,
      clock,
    });
    expect(refused.exitCode).not.toBe(0);
    await page.getByRole('combobox', { name: 'Authorization' }).selectOption('ok');
    await page.getByRole('link', { name: /authorization expired/ }).waitFor({ state: 'detached' });
  });

  test('the plan, the limits and a person are set, and all of it is reset after a question', async () => {
    await page.getByRole('link', { name: 'Plan and limits' }).click();
    await page.getByRole('combobox', { name: 'Plan' }).selectOption('enterprise');
    await lookInEach(page, 'the plan and the limits');
    await page.getByText('At most 50 active automations for each profile.').waitFor();
    await page.getByRole('textbox', { name: 'DMs an hour' }).fill('many');
    await page.getByRole('button', { name: 'Set the limits' }).first().click();
    await page
      .getByRole('alert')
      .getByText(/whole number, or off/)
      .waitFor();
    await look(page, 'a limit that is refused');
    expect(await page.getByRole('textbox', { name: 'DMs an hour' }).inputValue()).toBe('many');
    await page.getByRole('textbox', { name: 'DMs an hour' }).fill('7');
    await page.getByRole('button', { name: 'Set the limits' }).first().click();
    await page.getByPlaceholder('7', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Handle' }).fill('mara');
    await page.getByRole('combobox', { name: 'Message requests' }).selectOption('blocked');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByRole('button', { name: 'Open mara for DMs' }).waitFor();
    await look(page, 'a person who blocks requests');
    await page.getByRole('button', { name: 'Reset the sandbox…' }).press('Enter');
    await look(page, 'the question before a reset');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    const readPlan = async () => (await crier('sandbox plan --json', { sandbox, clock })).json;
    expect(await readPlan()).toMatchObject({ plan: 'enterprise' });
    await page.getByRole('button', { name: 'Reset the sandbox…' }).press('Enter');
    await page.getByRole('button', { name: 'Delete and restore' }).press('Enter');
    await page.getByText('At most 10 active automations for each profile.').waitFor();
    expect(await readPlan()).toMatchObject({ plan: 'business' });
    expect(page.faults).toEqual([]);
  });
});
