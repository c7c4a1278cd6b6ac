import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutboundRequest } from '../../../src/outbound/outbound.ts';
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
import { answering } from '../../support/engine/fake-outbound.ts';
import { createTestDatabase } from '../../support/postgres/shared-server.ts';
import { quickFolder } from '../../support/quick-folder.ts';
import { report } from '../../support/report.ts';

const TARGET = 'http://127.0.0.1:3000/hooks';
/** As a stranger may write. */
const HOSTILE = `GUIDE <script>alert(1)</script> \u202E👩‍👩‍👧\u200B"'& ${'long '.repeat(200)}`;

let browser: Browser;
let sandbox: Sandbox;
let dashboard: OpenedDashboard;
/** Left by each test for the next one. */
let page: WatchedPage;
let folder: string;
/** Null without a server. */
const database = hasChromium ? await createTestDatabase() : null;
/** What the receiver's target got. */
const forwarded: OutboundRequest[] = [];
/** Of its answer; the receiver asks itself at first. */
let status = 204;

function getAround() {
  const outbound = answering((request) => {
    forwarded.push(request);
    return { status };
  });
  return { sandbox, outbound, env: { CRIER_STATE_DIR: folder } };
}

async function readDocument<Document>(line: string | readonly string[]): Promise<Document> {
  const { json } = await crier(line, getAround());
  return json as Document; // of the command
}

async function readHistory(): Promise<
  readonly { hookId: string; delivery: { state: string; attempts: number } }[]
> {
  const { deliveries } = await readDocument<{ deliveries: [] }>('hooks history --all --json --sandbox');
  return deliveries;
}

async function showPart(of: WatchedPage, part: 'Deliveries' | 'Receiver' | 'Registered'): Promise<void> {
  await of.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name: part }).click();
  await untilRead(of);
}

/** A stranger's markup stays text. */
async function expectNoScript(page: WatchedPage): Promise<void> {
  expect(await page.evaluate("document.querySelectorAll('main script').length")).toBe(0);
}

async function untilRead(page: WatchedPage): Promise<void> {
  await page.locator('main:not(:has([aria-busy=true]))').waitFor();
}

describe.runIf(hasChromium)('webhooks in the dashboard', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    folder = quickFolder('dashboard-hooks');
    const openOutbound = () => answering(() => ({ status }))([]);
    sandbox = { ...(await openTestSandbox(undefined, { openOutbound })), close: () => {} };
    const around = getAround();
    await crier('hooks register automations https://hooks.example.com/crier --sandbox', around);
    const fields = ['commentText', 'recipientUsername', 'platform', 'activityId', 'automationId'];
    const set = fields.flatMap((field) => ['--set', `${field}=${JSON.stringify(HOSTILE)}`]);
    await crier(['sandbox', 'trigger', 'automations', ...set], around);
    await crier('hooks listen --from-history --once --unsigned --sandbox', around);
    forwarded.length = 0;
    status = 404;
    await crier('sandbox clock advance 1s --sandbox', around);
    status = 200;
    dashboard = await openDashboard(`--forward ${TARGET}`, around);
    page = await openPage(browser);
    await enterView(page, dashboard, 'Webhooks');
  });
  afterAll(async () => {
    reportLooks();
    await browser.close();
    await dashboard.end();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('what failed is found, explained, and attempted again after a question, with the keyboard', {
    tags: ['HOOK-20', 'U-31'],
  }, async () => {
    const [failed] = (await readHistory()).filter(({ delivery }) => delivery.state === 'failed');
    await showPart(page, 'Deliveries');
    await page.getByText('100% errors in 1 attempt: 1 answered 400 to 599').waitFor();
    await lookInEach(page, 'deliveries');
    await page.getByRole('combobox', { name: 'State' }).selectOption('failed');
    await untilRead(page);
    await page.getByRole('link', { name: /automation\.triggered.*failed/s }).press('Enter');
    const detail = page.getByRole('region', { name: 'Delivery', exact: true });
    await detail.getByText('a client error ends a delivery, so it is not attempted again').waitFor();
    await detail.getByText('Attempt 1 answered 404').waitFor();
    // the page does it itself: the command is only to be copied
    const command = detail.getByText(`crier sandbox redeliver ${failed?.hookId}`);
    await command.waitFor({ state: 'hidden' });
    await detail.getByText('In a terminal').first().click();
    await command.waitFor();
    await lookInEach(page, 'a delivery that failed');
    await expectNoScript(page);
    await detail.getByRole('button', { name: 'Resend…' }).press('Enter');
    const question = page.getByRole('alertdialog');
    await question
      .getByText(/Send attempt 2 of this delivery to https:.*as the Primary Profile of sandbox\?/)
      .waitFor();
    await look(page, 'the question before a delivery is sent again');
    await page.keyboard.press('Escape');
    const isFailed = ({ hookId }: { hookId: string }) => hookId === failed?.hookId;
    expect((await readHistory()).find(isFailed)).toMatchObject({
      delivery: { state: 'failed', attempts: 1 },
    });
    await detail.getByRole('button', { name: 'Resend…' }).press('Enter');
    await question.getByRole('button', { name: 'Resend' }).press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: 'One more attempt is due. "Run what is next" of Sandbox makes it.' })
      .waitFor();
    expect((await readHistory()).find(isFailed)).toMatchObject({ delivery: { state: 'retrying' } });
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    expect(page.faults).toEqual([]);
  });

  test('a received delivery is sent as a changed copy, once, and the copy leads back to it; an attempt that fails is shown with its reason', async () => {
    await showPart(page, 'Receiver');
    await lookInEach(page, 'the receiver');
    await expectNoScript(page);
    await page.getByRole('main').getByRole('searchbox').fill('mara.none');
    await page.getByText('No delivery matches.').waitFor();
    await look(page, 'a search that finds no delivery');
    await page.getByRole('main').getByRole('searchbox').fill('guide');
    await page.getByRole('link', { name: /automation\.triggered.*kept/s }).press('Enter');
    await page.getByRole('button', { name: 'Change and send' }).press('Enter');
    await page.getByRole('textbox', { name: 'keyword' }).fill('null');
    await lookInEach(page, 'a copy that is changed');
    await expectNoScript(page);
    await page.getByRole('button', { name: 'Send the changed copy…' }).press('Enter');
    const question = page.getByRole('alertdialog');
    await question.getByText(`Forward a changed copy of number 1 to ${TARGET}?`).waitFor();
    await question.getByText('"null"', { exact: true }).waitFor();
    await look(page, 'the question before a changed copy is sent');
    expect(forwarded).toEqual([]);
    await question.getByRole('button', { name: 'Send the copy' }).dblclick();
    await page.getByRole('heading', { name: /Number 2/ }).waitFor();
    expect(forwarded.map(({ url }) => url)).toEqual([TARGET]);
    const bodies = forwarded.map(({ body }) => JSON.parse(new TextDecoder().decode(body as Uint8Array))); // it has one
    expect(bodies).toMatchObject([{ keyword: 'null', commentText: HOSTILE }]);
    await page.getByRole('link', { name: 'Number 1', exact: true }).click();
    await page.getByRole('heading', { name: /Number 1/ }).waitFor();
    expect(page.faults).toEqual([]);
    await page.getByRole('main').getByRole('searchbox').fill('');

    status = 503;
    await page.getByRole('button', { name: 'Forward…' }).click();
    await question.getByRole('button', { name: 'Forward' }).click();
    await page.getByRole('alert').getByText('1 of 1 attempts failed').waitFor();
    await page.getByText('Attempt 1 answered 503').waitFor();
    await look(page, 'a copy that could not be forwarded');
    status = 200;
    expect(page.faults.filter((fault) => !fault.includes('503'))).toEqual([]);
  });

  test.runIf(database !== null)(
    'an inbox in Postgres is followed: what another process takes in appears, and is sent again and changed',
    async () => {
      const store = database?.url ?? '';
      const shared = await openDashboard(`--forward ${TARGET} --store ${store}`, getAround());
      const other = await openPage(browser);
      await enterView(other, shared, 'Webhooks');
      await showPart(other, 'Receiver');
      const question = other.getByRole('alertdialog');
      await other.getByText('The receiver has got nothing yet.').waitFor();
      status = 204;
      const took = await crier(
        `hooks listen --from-history --once --unsigned --sandbox --store ${store}`,
        getAround(),
      );
      expect(took.exitCode).toBe(0);
      status = 200;
      forwarded.length = 0;
      const takenAt = performance.now();
      await other.getByRole('link', { name: /automation\.triggered.*kept/s }).press('Enter');
      report(`a delivery in Postgres is on the page after ${Math.round(performance.now() - takenAt)} ms`);
      await other.getByRole('button', { name: 'Forward…' }).click();
      await question.getByRole('button', { name: 'Forward' }).click();
      await other.getByText('Attempt 1 answered 200').waitFor();
      await other.getByRole('button', { name: 'Change and send' }).click();
      await other.getByRole('textbox', { name: 'keyword' }).fill('RECIPE');
      await other.getByRole('button', { name: 'Send the changed copy…' }).click();
      await question.getByRole('button', { name: 'Send the copy' }).click();
      await other.getByRole('heading', { name: /Number 2/ }).waitFor();
      const bodies = forwarded.map(({ body }) => JSON.parse(new TextDecoder().decode(body as Uint8Array))); // it has one
      expect(bodies).toMatchObject([{ commentText: HOSTILE }, { commentText: HOSTILE, keyword: 'RECIPE' }]);
      const stored = await crier(`hooks inbox list --json --sandbox --store ${store}`, getAround());
      expect(stored.json).toMatchObject({ deliveries: [{ editedFrom: 1 }, { number: 1 }] });
      forwarded.length = 0;
      expect(other.faults).toEqual([]);
      await shared.end();
    },
  );

  test('an address is registered, replaced and removed, each after a question that names it', async () => {
    await showPart(page, 'Registered');
    await lookInEach(page, 'registered webhooks');
    const question = page.getByRole('alertdialog');
    const row = page.getByRole('listitem').filter({ hasText: 'a message was received' });
    const register = async (url: string) => {
      await row.getByRole('textbox').fill(url);
      await row.getByRole('textbox').press('Enter');
    };
    await row.getByRole('button', { name: 'Register the webhook of messages' }).press('Enter');
    await register('hooks.example.com');
    await row.getByRole('alert').waitFor();
    await look(page, 'an address that is refused');
    expect(await row.getByRole('textbox').inputValue()).toBe('hooks.example.com');
    await register('https://hooks.example.com/messages');
    await question
      .getByText(
        'Send the events of messages to https://hooks.example.com/messages, as the Primary Profile of sandbox?',
      )
      .waitFor();
    await look(page, 'the question before a webhook is registered');
    await question.getByRole('button', { name: 'Register' }).click();
    await row.getByText('https://hooks.example.com/messages', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Replace the webhook of messages' }).click();
    await register('https://other.example.com/');
    await question.getByText('instead of https://hooks.example.com/messages').waitFor();
    await look(page, 'the question before a webhook is replaced');
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Remove the webhook of messages' }).click();
    await look(page, 'the question before a webhook is removed');
    await question.getByRole('button', { name: 'Remove' }).click();
    await row.getByText('not registered').waitFor();
    const { webhooks } = await readDocument<{ webhooks: [] }>('hooks list --json --sandbox');
    expect(webhooks).toHaveLength(1);
    expect(page.faults.filter((fault) => !fault.includes('503'))).toEqual([]);
  });
});
