import type { LocatedValue, MessageAt } from './parsed-text.ts';

/** The digits that spreadsheets keep of a number. */
const KEPT_DIGITS = 15;

/** From this number of digits on, spreadsheets show a number in scientific notation. */
const SHOWN_DIGITS = 11;

const SCIENTIFIC = /^[+-]?\d(?:[.,]\d*)?e\+?(\d{1,4})$/i;

/** The fields that contain an id: `postId`, `storyId`, `locationId`. */
export const ID_FIELD = /(?:^id|I[dD])s?$/;

/** The error for an id in scientific notation, after its place. */
export const ROUNDED = 'is a number that a spreadsheet rounded; format the column as text';

/**
 * Whether a text is a large number in scientific notation, as spreadsheets write ids: `1.80549739224520E+16`,
 * `1,8E+16`. The id cannot be known any more. `1e3` and `12E5` are not large.
 */
export function isScientific(text: string): boolean {
  const exponent = SCIENTIFIC.exec(text.trim())?.[1];
  return exponent !== undefined && Number(exponent) >= SHOWN_DIGITS;
}

/**
 * Whether a number has more digits than spreadsheets keep, and only zeros after those: `18054973922452000`. It may
 * still be the id itself: of ids with 17 digits, one in a hundred is such a number.
 */
export function mayBeRounded(text: string): boolean {
  const digits = text.trim();
  if (!/^\d{16,40}$/.test(digits)) return false;
  // an id of 16 digits that ends with a single zero is one in ten
  const zeros = Math.max(2, digits.length - KEPT_DIGITS);
  return /^0+$/.test(digits.slice(-zeros));
}

export function formatRoundedWarning(text: string): string {
  return `${text.trim()} ends with zeros, as numbers that a spreadsheet rounded; if it did, format the column as text`;
}

/** Finds the ids of records that are numbers a spreadsheet rounded, or may be. */
export function findRoundedIds(records: readonly LocatedValue[]) {
  const faults: MessageAt[] = [];
  const warnings: MessageAt[] = [];
  const visit = (located: LocatedValue, field: string): void => {
    if (located.kind === 'list') for (const item of located.items) visit(item, field);
    if (located.kind === 'map') for (const [name, { value }] of located.members) visit(value, name);
    if (located.kind !== 'scalar' || !ID_FIELD.test(field)) return;
    const { offset } = located;
    const value = String(located.value);
    const isLarge = typeof located.value === 'number' && Math.abs(located.value) > Number.MAX_SAFE_INTEGER;
    if (isLarge || isScientific(value)) faults.push({ offset, words: `${value} ${ROUNDED}` });
    else if (mayBeRounded(value)) warnings.push({ offset, words: formatRoundedWarning(value) });
  };
  for (const record of records) visit(record, '');
  return { faults, warnings };
}
