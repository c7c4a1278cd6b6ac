/** Earlier ones are no dates of articles on the web, but the first day of some calendar: 1970, or the year 1. */
const EARLIEST_MS = Date.UTC(1990, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

/** `2026-09-21`, or `21 Sep 2026` with whatever is around it. */
const LIKE_A_DATE = /^\s*\d{4}-\d\d|\d\d?[\s-]+[a-z]{3,}[\s.,-]+\d{2}/i;
const ZONE = /(?:z|gmt|utc?|[ecmp][sd]t|[+-]\d\d:?\d\d)\s*(?:\([^)]*\))?\s*$/i;
const TIME = /\d\d:\d\d/;
/** A name or abbreviation of a zone that the language does not know. */
const OTHER_ZONE = /\s+[a-z][a-z/_]{0,30}\s*$/i;

/**
 * Reads the date of an entry. One without a time zone is in UTC, so that it does not depend on the machine.
 *
 * @returns milliseconds since 1970; null if it cannot be read, or is no date of an article
 */
export function readFeedDate(written: string | undefined): number | null {
  const text = written?.trim().slice(0, 100) ?? '';
  if (!LIKE_A_DATE.test(text)) return null;
  const ms = Date.parse(
    ZONE.test(text) ? text : completeDate(text.replace(TIME.test(text) ? OTHER_ZONE : /$/, '')),
  );
  return Number.isNaN(ms) || ms < EARLIEST_MS || ms > LATEST_MS ? null : ms;
}

function completeDate(text: string): string {
  if (/^\d{4}-\d\d(?:-\d\d)?$/.test(text)) return text; // is read as UTC
  return /^\d{4}-/.test(text) ? `${text.replace(/\s+/, 'T')}Z` : `${text} UTC`;
}
