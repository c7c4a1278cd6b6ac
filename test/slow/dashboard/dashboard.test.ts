import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import { enter, hasChromium, openBrowser, openPage, showView } from '../../support/dashboard/browser-page.ts';
import { type OpenedDashboard, openDashboard } from '../../support/dashboard/opened-dashboard.ts';
import { report } from '../../support/report.ts';

const ATTACK = readFileSync(new URL('../../support/dashboard/attack.html', import.meta.url));
/** Of the page's files, and of what gives or changes anything, in several spellings. */
const PATHS = [
  '',
  'page.js',
  'api/state',
  'api/run',
  'api/image',
  'api/changes',
  'api/session',
  '%61pi/run',
  'api//run',
];

let browser: Browser;
let sandbox: Sandbox;
let dashboard: OpenedDashboard;

async function readAnswers(): Promise<readonly string[]> {
  const { json } = await crier('comments get Lt5nWc8RjYq3GvKs6PxA --json --sandbox', { sandbox });
  const { comments } = json as { comments: readonly { replies: readonly { text: string }[] }[] }; // of the command
  return comments.flatMap(({ replies }) => replies.map(({ text }) => text));
}

describe.runIf(hasChromium)('the dashboard in a browser', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    sandbox = { ...(await openTestSandbox()), close: () => {} };
    dashboard = await openDashboard('', { sandbox });
  });
  afterAll(async () => {
    await browser.close();
    await dashboard.end();
  });

  test('a question is found, answered after its plan was shown, and published once, with the keyboard', async () => {
    const page = await openPage(browser);
    await enter(page, dashboard);
    await showView(page, 'Inbox');
    await page.getByRole('link', { name: /Oat or cow/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Answer yusra.pours' }).focus();
    await page.keyboard.type('Cow. ☕ <b>{{handle}}</b>');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const plan = page.getByRole('alertdialog');
    await plan
      .getByText('Publish this answer to yusra.pours on YouTube, as the Primary Profile of sandbox?')
      .waitFor();
    expect(await readAnswers()).not.toContain('Cow. ☕ <b>{{handle}}</b>');
    await plan.getByRole('button', { name: 'Publish' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Answered yusra.pours.' }).waitFor();
    expect((await readAnswers()).filter((text) => text === 'Cow. ☕ <b>{{handle}}</b>')).toHaveLength(1);
    expect(page.faults).toEqual([]);
  });

  test('a page of another site reads nothing and changes nothing', {
    tags: ['D1', 'D2', 'D3', 'D5', 'T17'],
  }, async () => {
    const attack = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(ATTACK);
    });
    await new Promise<void>((resolve) => attack.listen(0, '127.0.0.1', resolve));
    const { port } = attack.address() as AddressInfo; // it listens on a port
    const before = await readAnswers();
    const page = await openPage(browser);
    await page.goto(`http://localhost:${port}/`);
    const urls = PATHS.map((path) => `${dashboard.origin}/${path}`);
    const tries = (await page.evaluate(`tryAll(${JSON.stringify(urls)})`)) as readonly {
      got: string | null;
    }[]; // of the page
    attack.close();
    report(
      `${tries.length} requests of a page of another site: ${tries.filter(({ got }) => got === null).length} refused`,
    );
    expect(tries.filter(({ got }) => got !== null)).toEqual([]);
    expect(await readAnswers()).toEqual(before);
  });
});
