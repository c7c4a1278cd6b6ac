import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crier, openTestSandbox } from '../../support/crier.ts';
import {
  enter,
  findBarriers,
  hasChromium,
  openBrowser,
  openPage,
  SCREENS,
  showView,
  type WatchedPage,
} from '../../support/dashboard/browser-page.ts';
import { type OpenedDashboard, openDashboard } from '../../support/dashboard/opened-dashboard.ts';
import { compareScreenshots, takeScreenshot, writeScreenshot } from '../../support/dashboard/screenshots.ts';
import { answering } from '../../support/engine/fake-outbound.ts';
import { NOW } from '../../support/small-sandbox.ts';

const IMAGES = join(import.meta.dirname, '..', '..', '..', 'docs', 'images', 'dashboard');
/** Another font moves some lines; a part that is missing, cut or elsewhere differs in more. */
const TOLERANCE = 0.08;

const SIZES = [
  ['phone', { width: 360, height: 740 }],
  ['desktop', { width: 1280, height: 800 }],
] as const;

const VIEWS = [
  ...['Home', 'Inbox', 'Calendar', 'Automations', 'Activity', 'Analytics', 'Webhooks', 'Sandbox', 'Settings'],
];

/** Those that show an entry beside their list. */
const OPENED = ['Inbox', 'Automations', 'Webhooks'];

async function openFirstRow(page: Page): Promise<void> {
  await page.locator('main a.row').first().click();
  await page.locator('main:not(:has([aria-busy=true]))').waitFor();
}

const FOLLOWERS = [
  ['mara', 'GUIDE, please'],
  ['jonas', 'Is there a recipe for one cup?'],
  ['mara', 'The guide again?'],
] as const;

let browser: Browser;
let dashboard: OpenedDashboard;
let page: WatchedPage;
/** A page in which images are drawn: that of the dashboard may not. */
let canvas: Page;

describe.runIf(hasChromium)('each view looks as in its screenshot', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    canvas = await browser.newPage();
    const openOutbound = () => answering(() => ({ status: 200 }))([]);
    const sandbox = { ...(await openTestSandbox(undefined, { openOutbound })), close: () => {} };
    await crier('hooks register automations https://hooks.example.com/crier --sandbox', { sandbox });
    await crier('sandbox trigger automations', { sandbox });
    await crier('sandbox clock advance 1s', { sandbox });
    // activity that was answered, and one comment whose author takes no private reply
    for (const [who, text] of FOLLOWERS)
      await crier(['sandbox', 'engage', 'comment', '--from', who, '--text', text, '--run'], { sandbox });
    await crier('sandbox fault add --code 491 --endpoint sendDm --count 1', { sandbox });
    await crier(['sandbox', 'engage', 'comment', '--from', 'lea', '--text', 'guide?', '--run'], { sandbox });
    dashboard = await openDashboard('', { sandbox });
    page = await openPage(browser, { viewport: SIZES[0][1], locale: 'en-GB', reducedMotion: 'reduce' });
    await page.clock.setFixedTime(NOW);
    await enter(page, dashboard);
  });
  afterAll(async () => {
    await browser.close();
    await dashboard.end();
  });

  // a view is loaded once, and follows the size and the theme of its window
  test.each(VIEWS)('%s, on each size, light and dark, without barriers', async (view) => {
    const differing: Record<string, number> = {};
    const barriers: Record<string, readonly unknown[]> = {};
    await page.setViewportSize(SIZES[0][1]);
    await showView(page, view);
    for (const [size, viewport] of SIZES) {
      await page.setViewportSize(viewport);
      // beside the list, there is room for what is chosen
      if (size === 'desktop' && OPENED.includes(view)) await openFirstRow(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const image = await takeScreenshot(page);
        const file = join(IMAGES, `${view.toLowerCase()}-${size}-${colorScheme}.webp`);
        if (process.env['CRIER_UPDATE_DOCS'] !== undefined) await writeScreenshot(image, file, canvas);
        differing[file] = await compareScreenshots(image, readFileSync(file), canvas);
        const how = `${colorScheme} on a ${size}`;
        if (SCREENS.some(([screen]) => screen === how)) barriers[how] = await findBarriers(page);
      }
    }
    expect(Object.entries(differing).filter(([, share]) => share > TOLERANCE)).toEqual([]);
    expect(Object.entries(barriers).filter(([, found]) => found.length > 0)).toEqual([]);
    expect(page.faults).toEqual([]);
  });
});
