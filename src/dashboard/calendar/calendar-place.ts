import { place } from '../page-store.ts';

/** What is opened over the calendar, beside which period or filter is shown. */
const OPENED: ReadonlySet<string> = new Set(['post', 'compose', 'of', 'to', 'on']);

/** A place in the calendar: the period and the filters stay, and only this is opened. */
export function getCalendarHref(opened: Readonly<Record<string, string>> = {}): string {
  const shown = [...place.value.parameters].filter(([name]) => !OPENED.has(name));
  const parameters = new URLSearchParams({ ...Object.fromEntries(shown), ...opened });
  return parameters.size === 0 ? '#/calendar' : `#/calendar?${parameters}`;
}
