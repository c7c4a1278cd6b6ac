import { expect, test } from 'vitest';
import { openTestSandbox } from '../../../../support/crier.ts';
import { enter, hasChromium, openBrowser, openPage } from '../../../../support/dashboard/browser-page.ts';
import { openDashboard } from '../../../../support/dashboard/opened-dashboard.ts';

test.runIf(hasChromium)('The page opens in a browser, and shows who waits for an answer', async () => {
  const sandbox = { ...(await openTestSandbox()), close: () => {} };
  const [browser, dashboard] = await Promise.all([openBrowser(), openDashboard('', { sandbox })]);
  const page = await openPage(browser);
  await enter(page, dashboard);
  await page.getByRole('link', { name: /Oat or cow/ }).waitFor();
  expect(page.faults).toEqual([]);
  await browser.close();
  await dashboard.end();
});
