import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { report } from '../report.ts';
import { scaled } from '../scale.ts';
import { findBarriers, SCREENS } from './browser-page.ts';

/** What was looked at: a dialog, a form or a state of it, with each of `SCREENS`. */
const seen = new Set<string>();

/** To be called after the tests of a file. */
export function reportLooks(): void {
  const ways = SCREENS.map(([how]) => how).join(', ');
  if (seen.size > 0)
    report(`accessibility: no violation in ${seen.size} places, ${ways}: ${[...seen].join(', ')}`);
  seen.clear();
}

/**
 * Looks at the page as it is at this moment, and leaves it as it was: each place in one theme and size, the next place
 * in the other, and by `npm run chaos` each in all of them.
 *
 * @param place for the report: `the question before an answer`
 * @param ways how many themes and sizes
 */
export async function look(page: Page, place: string, ways = scaled(1, SCREENS.length)): Promise<void> {
  const size = page.viewportSize();
  const first = seen.size % SCREENS.length;
  for (const [how, options] of [...SCREENS, ...SCREENS].slice(first, first + ways)) {
    await page.setViewportSize(options.viewport);
    await page.emulateMedia({ colorScheme: 'colorScheme' in options ? options.colorScheme : 'light' });
    expect({ place, how, found: await findBarriers(page) }).toEqual({ place, how, found: [] });
  }
  seen.add(place);
  if (size !== null) await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: null });
}

/** Looks in each theme and size, at what is long or from a stranger: one of them may cut it, or be too narrow for it. */
export function lookInEach(page: Page, place: string): Promise<void> {
  return look(page, place, SCREENS.length);
}
