const CSV_ESCAPE = /(\\+)(u[0-9a-f]{4}|u\{[0-9a-f]+\})/g;
const TSV_ESCAPE = /(\\+)([ntr]|u[0-9a-f]{4}|u\{[0-9a-f]+\})/g;
const NAMED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/**
 * The text of a cell that crier wrote as csv: without its escapes, and without the apostrophe before a formula.
 *
 * @see docs/safety.md#C9
 */
export function restoreCsvText(cell: string): string {
  const text = restoreEscapes(cell, CSV_ESCAPE);
  return isDefused(text) ? text.slice(1) : text;
}

/** The text of a cell that crier wrote as tsv. */
export function restoreTsvText(cell: string): string {
  return restoreEscapes(cell, TSV_ESCAPE);
}

const DEFUSED = /^'+\s*(?:[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|(?:\d{16,}|0\d+|\d+(?:\.\d+)?e[+-]?\d+)\s*$)/i;

/** Whether a text begins with the apostrophe that keeps spreadsheets from running or converting it. */
export function isDefused(text: string): boolean {
  return DEFUSED.test(text);
}

/** Before an escape, two backslashes are one of the text. */
function restoreEscapes(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (_all, slashes: string, code: string) => {
    const half = '\\'.repeat(Math.floor(slashes.length / 2));
    return slashes.length % 2 === 0 ? half + code : half + toCharacter(code);
  });
}

function toCharacter(code: string): string {
  const value = Number.parseInt(code.replaceAll(/[u{}]/g, ''), 16);
  return NAMED[code] ?? (value <= 0x10ffff ? String.fromCodePoint(value) : code);
}
