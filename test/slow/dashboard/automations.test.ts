import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import type { AutomationRecord } from '../../../src/service/endpoints/automations.ts';
import { GUIDE, STORY, WHOLESALE } from '../../support/automations/automation-commands.ts';
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

/** Right-to-left, zero-width, line breaks, markup, and a long word. */
const HOSTILE = `<script>alert(1)</script> \u202Eevil\u200B\nشكرا &amp; ${'long'.repeat(60)}`;

let browser: Browser;
let sandbox: Sandbox;
let dashboard: OpenedDashboard;
/** Left by each test for the next one. */
let page: WatchedPage;

async function run(words: string | readonly string[]): Promise<unknown> {
  const line = typeof words === 'string' ? words.split(' ') : words;
  const { json, exitCode, stderr } = await crier([...line, '--json', '--sandbox'], { sandbox });
  if (exitCode !== 0) throw new Error(stderr);
  return json;
}

async function readAll(): Promise<readonly AutomationRecord[]> {
  const { automations } = (await run('automations list')) as { automations: readonly AutomationRecord[] }; // of the command
  return automations;
}

const read = async (id: string) => (await readAll()).find((each) => each.id === id);

async function show(page: Page, view = ''): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/automations?${view}`)}`);
  await page.locator('main:not(:has([aria-busy=true]))').waitFor();
}

const said = (page: Page, sentence: string) =>
  page.getByRole('status').filter({ hasText: sentence }).waitFor();

/** Agrees in the dialog, twice in the same moment. */
async function agree(page: Page, question: RegExp, action: string): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(question).waitFor();
  await dialog.getByRole('button', { name: action, exact: true }).evaluate((button: { click(): void }) => {
    button.click();
    button.click();
  });
}

describe.runIf(hasChromium)('automations in a browser', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    sandbox = { ...(await openTestSandbox()), close: () => {} };
    const texts = ['--name', HOSTILE, '--description', HOSTILE, '--dm', HOSTILE];
    // which cannot be typed: it has a quote and a comma
    const trigger = JSON.stringify({ type: 'dm_keyword', keywords: [`say "hi", ${HOSTILE}`] });
    await run(['automations', 'create', '--paused', '--trigger', trigger, ...texts]);
    dashboard = await openDashboard('', { sandbox });
    page = await openPage(browser);
    await enterView(page, dashboard, 'Automations');
  });
  afterAll(async () => {
    reportLooks();
    await browser.close();
    await dashboard.end();
  });

  test('one is written, corrected at its fields, previewed and created once, with the keyboard', {
    tags: ['AUT-14'],
  }, async () => {
    await show(page);
    await page.getByRole('link', { name: 'New automation' }).press('Enter');
    await page.getByLabel('Message').fill('Hi {{nobody}}');
    await page.getByLabel('Message').press('Enter');
    await page.getByRole('button', { name: 'Create…' }).press('Enter');
    await page.getByText('2 fields have to be corrected first: trigger 1, action 1.').waitFor();
    // the same words as the command's
    await page.getByText('must have at least one keyword').waitFor();
    await page.getByText('unknown placeholder {{nobody}}').waitFor();
    await look(page, 'a new automation with errors');
    expect(await page.evaluate('document.activeElement.labels[0].textContent.trim()')).toBe('Keywords');
    await page.keyboard.type('MENU, "SOUP, HOT"');
    await page.getByLabel('Message').fill('Hi {{recipient_username}}, for {{matched_keyword}} ☕');
    await page.getByText('Hi anna, for MENU ☕').waitFor();
    await page.getByRole('textbox', { name: 'Text of the follower' }).fill('soup, hot!');
    await page.getByText('Hi anna, for SOUP, HOT ☕').waitFor();
    await look(page, 'a new automation with its preview');
    await page.getByRole('button', { name: 'Create…' }).press('Enter');
    await page.getByText('a comment with MENU or SOUP, HOT on any post').waitFor();
    await look(page, 'the question before an automation is created');
    expect(await readAll()).toHaveLength(4);
    await agree(
      page,
      /^Create Comment with MENU, SOUP, HOT on Instagram, as the Primary Profile of sandbox\?$/,
      'Create',
    );
    await said(page, 'Created Comment with MENU, SOUP, HOT.');
    expect(
      await page.evaluate(
        `document.querySelector('.side [role=status]').getBoundingClientRect().right <= document.querySelector('main').getBoundingClientRect().left`,
      ),
    ).toBe(true);
    await page.getByRole('heading', { name: 'Comment with MENU, SOUP, HOT', level: 2 }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Comment with MENU, SOUP, HOT');
    expect(await readAll()).toMatchObject([
      {
        active: true,
        triggers: [{ config: { postId: 'all', keywords: ['MENU', 'SOUP, HOT'] } }],
        actions: [{ config: { message: 'Hi {{recipient_username}}, for {{matched_keyword}} ☕' } }],
      },
      ...Array(4).fill({}),
    ]);
    expect(page.faults).toEqual([]);
  });

  test('an event is tried on all of them, with what a follower gets', async () => {
    await show(page);
    await page.getByRole('textbox', { name: 'Text of the follower' }).fill('the recipe?');
    await page.getByText('It would trigger 1 of 5 automations.').waitFor();
    await page.getByRole('link', { name: /Brew guide on request.*triggered by “RECIPE”/ }).press('Enter');
    await page.getByText('Here is the brew guide you asked for with RECIPE').waitFor();
    await look(page, 'an event tried on an automation');
    await page.getByRole('combobox', { name: 'Event' }).selectOption('dm');
    await page.getByText('It would trigger no automation.').waitFor();
    await page.getByRole('combobox', { name: 'Event' }).selectOption('comment');
    await page.getByRole('textbox', { name: 'Text of the follower' }).fill('wholesale');
    await page.getByRole('combobox', { name: 'Post' }).selectOption('18119826100716099');
    await page.getByText('It would trigger 1 of 5 automations, 1 of them only when resumed.').waitFor();
    await look(page, 'an event that a paused automation would answer');
    await page.getByRole('combobox', { name: 'Post' }).selectOption('');
    await page.getByRole('link', { name: /Wholesale price list/ }).press('Enter');
    await page.getByText('it listens only to the post “First Tide is here, our spring blend').waitFor();
    expect(page.faults).toEqual([]);
  });

  test('triggers that a service does not list are read', async () => {
    const other = await openPage(browser);
    const asked: string[] = [];
    await other.route('**/api/run', async (route) => {
      const { command } = route.request().postDataJSON() as { command: string }; // of the page
      asked.push(command);
      const answer = await route.fetch();
      const ran = (await answer.json()) as { document: { automations?: object[] } }; // of this program
      const isList = command === 'automations list';
      const automations = ran.document.automations?.map((each) => ({ ...each, triggers: undefined }));
      await route.fulfill({ json: isList ? { ...ran, document: { automations } } : ran });
    });
    await enterView(other, dashboard, 'Automations');
    await other.getByText('On a reply to any story').waitFor();
    expect(asked).toContain('automations get');
    const names = await other.locator('a.row bdi.strong').allTextContents();
    expect(names).toEqual((await readAll()).map(({ name }) => name));
  });

  test('one is paused and resumed after a question that says whom it is for; Escape leaves it', async () => {
    await show(page);
    const state = page.getByRole('switch', { name: 'Story thank-you is active' });
    await state.press('Enter');
    await page.getByText('Pause Story thank-you on Instagram, as the Primary Profile of sandbox?').waitFor();
    await look(page, 'the question before an automation is paused');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    expect((await read(STORY))?.active).toBe(true);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
      'Story thank-you is active',
    );
    await state.press('Enter');
    await agree(page, /^Pause Story/, 'Pause');
    await said(page, 'Paused Story thank-you.');
    expect((await read(STORY))?.active).toBe(false);
    await page.getByRole('switch', { name: 'Story thank-you is active', checked: false }).press('Enter');
    await agree(page, /^Resume Story/, 'Resume');
    await said(page, 'Resumed Story thank-you.');
    expect((await read(STORY))?.active).toBe(true);
  });

  test('only what differs is sent: other actions keep their ids, and a change made elsewhere is reported', {
    tags: ['AUT-16'],
  }, async () => {
    const before = await read(WHOLESALE);
    await show(page, `id=${WHOLESALE}&form=edit`);
    await page.getByText('Nothing is changed yet.').waitFor();
    await page.getByLabel('Message').first().fill('New list: {{comment_text}}');
    await run(`automations update ${WHOLESALE} --description Elsewhere`);
    await showView(page, 'Home');
    await showView(page, 'Automations');
    await show(page, `id=${WHOLESALE}&form=edit`);
    await page.getByText('It was changed elsewhere since you opened it').waitFor();
    await look(page, 'an automation that was changed elsewhere');
    await page.getByRole('button', { name: 'Save…' }).press('Enter');
    await page.getByText('A changed action forgets whom it has answered').waitFor();
    const changes = page.getByRole('list', { name: 'Changes of Then' });
    const [was, is] = [changes.getByRole('deletion'), changes.getByRole('insertion')];
    expect(await was.allTextContents()).toEqual([String(before?.actions[0]?.config?.['message'])]);
    expect(await is.allTextContents()).toEqual(['New list: {{comment_text}}']);
    await look(page, 'the question before changes are saved');
    await agree(page, /^Save the changes of Wholesale price list/, 'Save');
    await said(page, 'Changed Wholesale price list.');
    const after = await read(WHOLESALE);
    expect(after).toMatchObject({ triggers: before?.triggers, description: 'Elsewhere', active: false });
    expect(after?.actions.slice(1)).toEqual(before?.actions.slice(1));
    expect(after?.actions[0]?.config).toEqual({ message: 'New list: {{comment_text}}' });
  });

  test('texts of strangers stay text, and what is not touched stays as it was', async () => {
    const [hostile] = (await readAll()).filter(({ name }) => name === HOSTILE);
    await show(page, `id=${hostile?.id}&text=x`);
    await lookInEach(page, 'an automation with texts of strangers');
    await show(page, `id=${hostile?.id}&form=copy`);
    await lookInEach(page, 'a copy of such an automation');
    await page.getByLabel('Keywords').fill('');
    await page.getByRole('button', { name: 'Create…' }).press('Enter');
    await page.getByText('must have at least one keyword').waitFor();
    await lookInEach(page, 'a copy with an error');
    await page.getByLabel('Keywords').fill(HOSTILE);
    await page.getByRole('button', { name: 'Create…' }).press('Enter');
    await page.getByRole('alertdialog').getByText('Create').first().waitFor();
    await lookInEach(page, 'the question before a copy is created');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    await show(page, `id=${hostile?.id}&form=edit`);
    await lookInEach(page, 'such an automation that is edited');
    await page.getByLabel('Description').fill('Plain');
    await page.getByRole('button', { name: '+ or when …' }).press('Enter');
    await page.getByLabel('or when').selectOption('dm_reaction');
    await page.getByRole('button', { name: 'Save…' }).press('Enter');
    await agree(page, /^Save the changes of/, 'Save');
    await said(page, 'Changed <script>');
    expect(await read(String(hostile?.id))).toMatchObject({
      ...{ name: HOSTILE, description: 'Plain', actions: hostile?.actions },
      triggers: [hostile?.triggers[0], { type: 'dm_reaction' }],
    });
    expect(page.faults).toEqual([]);
  });

  test('one is checked, copied as YAML and as a command, and deleted', async () => {
    await show(page, `id=${GUIDE}`);
    await page.getByRole('button', { name: 'Check it' }).press('Enter');
    await page.getByText('Everything it needs is there.').waitFor();
    await look(page, 'a checked automation');
    for (const [title, label, as] of [
      ['As YAML', 'YAML', 'yaml'],
      ['As a command', 'Command', 'command'],
    ] as const) {
      await page.getByText(title, { exact: true }).press('Enter');
      const { stdout } = await crier(`automations get ${GUIDE} --as ${as} --sandbox`, { sandbox });
      expect(await page.getByRole('textbox', { name: label }).inputValue()).toBe(stdout.trimEnd());
    }
    await show(page, `id=${WHOLESALE}`);
    await page.getByRole('button', { name: 'Check it' }).press('Enter');
    // the page leads to where it does what a command does, which is only to be copied
    const place = page.getByRole('link', { name: 'Go to Webhooks, Registered' });
    expect(await place.getAttribute('href')).toBe('#/hooks?part=registered');
    const command = page.getByText(/^crier hooks register automations <url>/);
    await command.waitFor({ state: 'hidden' });
    await page.getByText('In a terminal').last().press('Enter');
    await command.waitFor();
    await show(page, `id=${GUIDE}`);
    await page.getByRole('button', { name: 'Delete…' }).press('Enter');
    await agree(
      page,
      /^Permanently delete Brew guide on request on Instagram, as the Primary Profile/,
      'Delete',
    );
    await said(page, 'Deleted Brew guide on request.');
    expect(await read(GUIDE)).toBeUndefined();
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Automations');
    expect(page.faults).toEqual([]);
  });
});
