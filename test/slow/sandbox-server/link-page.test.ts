import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ListeningServer, serve } from '../../../src/sandbox/http/serve.ts';
import { control } from '../../support/control.ts';
import { report } from '../../support/report.ts';
import { type SmallSandbox, smallSandbox } from '../../support/small-sandbox.ts';

/** Where systems have a Chromium; the variable names another one. */
const CHROMIUM = process.env['CRIER_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(CHROMIUM);
if (!hasChromium) report(`the link page in a browser: not tried, no ${CHROMIUM}`);

let browser: Browser;
let small: SmallSandbox;
let served: ListeningServer;
/** The application of the user: another site, which leads to the page. */
let shop: string;

const shopServer = createServer((request, response) => {
  const link = new URL(request.url ?? '/', 'http://shop.example').searchParams.get('link') ?? '';
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><title>Shop</title><a href="${link}">Link</a>
    <button onclick="window.open('${link}', 'link', 'popup,width=500,height=700')">Popup</button>
    <script>window.events = []; addEventListener('message', (e) => window.events.push([e.origin, e.data]));</script>`);
});

async function createSession(body: object): Promise<string> {
  const sent = { as: 'acme', method: 'POST', body: JSON.stringify(body) };
  const { url } = (await small.ask('/profiles/link-sessions', sent)).body;
  return String(url).replace('http://sandbox.localhost', served.address);
}

/** A page that fails the test for anything that its policy forbids, and any script error. */
async function openPage(options: BrowserContextOptions = {}): Promise<Page & { readonly faults: string[] }> {
  const page = await (await browser.newContext(options)).newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  return Object.assign(page, { faults });
}

const readAccount = async (platform: string) => {
  const { accounts } = (await control(small.sandbox, 'listAccounts')).body;
  return accounts.find((each) => each.profile === 'acme' && each.platform === platform);
};

describe.runIf(hasChromium)('the link page in a browser', () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    small = await smallSandbox();
    served = await serve({ port: 0, answer: small.sandbox.answer });
    await new Promise<void>((resolve) => shopServer.listen(0, '127.0.0.1', resolve));
    // another host: for a browser, another site
    shop = `http://localhost:${(shopServer.address() as AddressInfo).port}`; // it listens on a port
  });
  afterAll(async () => {
    await browser.close();
    await served.close();
    shopServer.close();
  });

  test('a person follows the link of another site, links an account by keyboard, and returns', async () => {
    const page = await openPage();
    const link = await createSession({ redirect: `${shop}/?back=yes` });
    await page.goto(`${shop}/?link=${encodeURIComponent(link)}`);
    await page.click('text=Link');
    await page.getByRole('heading', { name: 'Link your accounts' }).waitFor();
    expect(page.url()).toMatch(/\/link\/ls_\w+$/);
    await page.getByRole('link', { name: 'Link TikTok' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name of the account').fill('acme.clips');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'TikTok is linked.' }).waitFor();
    expect(await readAccount('tiktok')).toMatchObject({ linked: true, username: 'acme.clips' });
    await page.getByRole('button', { name: 'Unlink TikTok' }).click();
    await page.getByRole('status').filter({ hasText: 'TikTok is no longer linked.' }).waitFor();
    expect((await readAccount('tiktok'))?.linked).toBe(false);
    await page.getByRole('link', { name: 'Done' }).click();
    await page.waitForURL(`${shop}/?back=yes`);
    expect(page.faults).toEqual([]);
  });

  test('a form leads to the redirect of another site', async () => {
    const page = await openPage();
    await page.goto(await createSession({ mode: 'connect', network: 'reddit', redirect: `${shop}/?back=1` }));
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${shop}/?back=1`);
    expect((await readAccount('reddit'))?.linked).toBe(true);
    expect(page.faults).toEqual([]);
  });

  /** Opens the popup of the shop. */
  async function openPopup(body: object) {
    const page = await openPage();
    const link = await createSession({ ...body, origin: shop });
    await page.goto(`${shop}/?link=${encodeURIComponent(link)}`);
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('text=Popup')]);
    await popup.getByRole('button', { name: 'Allow' }).waitFor();
    const events = () => page.evaluate('window.events') as Promise<readonly (readonly [string, object])[]>; // as above
    return { page, popup, events };
  }

  const CONNECT = { mode: 'connect', network: 'threads' };
  const message = (event: string, more: object = { network: 'threads' }) => [
    served.address,
    { source: 'crier', version: 1, event, ...more },
  ];

  test('a popup reports an error, a success, and closes', { tags: ['ERR-06'] }, async () => {
    const { popup, events, page } = await openPopup(CONNECT);
    await control(small.sandbox, 'addFault', { code: 513, endpoint: 'linkCallback', count: 1 });
    await popup.getByRole('button', { name: 'Allow' }).click();
    await popup.getByRole('alert').waitFor();
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Allow' }).click();
    await closed;
    expect(await events()).toEqual([
      message('connect:error', { network: 'threads', code: 513, message: expect.any(String) }),
      message('connect:success'),
      message('connect:closed', {}),
    ]);
    expect(page.faults).toEqual([]);
  });

  test('closing the popup is a cancellation, and so is its button', { tags: ['ERR-06'] }, async () => {
    const first = await openPopup(CONNECT);
    await first.popup.close({ runBeforeUnload: true });
    await expect.poll(first.events).toEqual([message('connect:cancelled')]);
    const second = await openPopup(CONNECT);
    await second.popup.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(second.events).toEqual([message('connect:cancelled'), message('connect:closed', {})]);
  });

  test('a popup tells another origin nothing', async () => {
    const page = await openPage();
    const link = await createSession({ ...CONNECT, origin: 'https://other.example' });
    await page.goto(`${shop}/?link=${encodeURIComponent(link)}`);
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('text=Popup')]);
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await closed;
    expect(await page.evaluate('window.events')).toEqual([]);
  });

  test.each([
    ['light', 900],
    ['dark', 900],
    ['light', 320],
    ['dark', 320],
  ] as const)(
    'the page in %s colors, %i pixels wide, needs no scrolling sideways',
    async (colorScheme, width) => {
      const page = await openPage({ colorScheme, viewport: { width, height: 700 } });
      await page.goto(await createSession({}));
      const widest = await page.evaluate('document.documentElement.scrollWidth');
      const [text, ground] = (await page.evaluate(
        '[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]',
      )) as readonly [string, string]; // the two texts above
      expect(widest).toBe(width);
      expect(readLightness(text) > readLightness(ground)).toBe(colorScheme === 'dark');
      expect(page.faults).toEqual([]);
    },
  );

  /** The sum of the channels of `rgb(1, 2, 3)`. */
  function readLightness(color: string): number {
    return (color.match(/\d+/g) ?? []).reduce((sum, channel) => sum + Number(channel), 0);
  }

  test('the screenshot of the guide shows the page as it is', async () => {
    const page = await openPage({ viewport: { width: 640, height: 480 } });
    const allowedSocial = ['bluesky', 'facebook', 'instagram', 'linkedin', 'youtube'];
    await page.goto(await createSession({ allowedSocial, redirect: 'https://shop.example.com/linked' }));
    await page.getByRole('link', { name: 'Done' }).waitFor();
    const path = join(import.meta.dirname, '..', '..', '..', 'docs', 'images', 'link-page.png');
    // fonts differ from machine to machine, so that the image is written and not compared
    if (process.env['CRIER_UPDATE_DOCS'] !== undefined) await page.screenshot({ path, fullPage: true });
    expect(await page.getByRole('listitem').count()).toBe(allowedSocial.length);
    expect(existsSync(path)).toBe(true);
  });

  test('another site can neither frame the page nor send its form', async () => {
    const page = await openPage();
    const link = await createSession({});
    await page.goto(link);
    const action = `${page.url()}/bluesky`;
    await page.goto(shop);
    await page.setContent(`<form method="post" action="${action}"><input name="do" value="link"><button>Go</button></form>
    <iframe src="${link}"></iframe>`);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.getByRole('button', { name: 'Go' }).click(),
    ]);
    expect(answer.status()).toBe(403);
    expect((await readAccount('bluesky'))?.linked).toBeUndefined();
  });
});
