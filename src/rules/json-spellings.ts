import { isRecord } from './loose-record.ts';

/** Another way to write the same JSON, and who writes it so. */
export interface JsonSpelling {
  readonly text: string;
  /** What is different about it: `with sorted keys, indented by 2`. */
  readonly how: string;
}

/** How this program writes JSON, as `how` says it. */
export const PLAIN = 'without blanks';

type Rewriting = readonly [how: string, rewrite: (text: string) => string];

const SPACINGS: readonly (readonly [how: string, write: (value: unknown) => string])[] = [
  [PLAIN, (value) => JSON.stringify(value)],
  ['with a blank behind each comma and colon', spaced],
  ['indented by 2', (value) => JSON.stringify(value, null, 2)],
  ['indented by 4', (value) => JSON.stringify(value, null, 4)],
  ['indented by tabs', (value) => JSON.stringify(value, null, '\t')],
];

const asciiOnly = (text: string) => text.replaceAll(/[^\0-\x7f]/g, (unit) => escaped(unit));
const slashes = (text: string) => text.replaceAll('/', '\\/');
const markup = (text: string) => text.replaceAll(/[<>&\u2028\u2029]/g, (unit) => escaped(unit));

const ESCAPES: readonly Rewriting[] = [
  ['', (text) => text],
  ['with \\u escapes', asciiOnly],
  ['with \\/ for each slash', slashes],
  ['with \\u escapes and \\/ for each slash', (text) => asciiOnly(slashes(text))],
  ['with \\u escapes of < > &', markup],
];

const ENDS: readonly Rewriting[] = [
  ['', (text) => text],
  ['with a line break at the end', (text) => `${text}\n`],
  ['with CRLF line ends', (text) => text.replaceAll('\n', '\r\n')],
];

/**
 * How libraries write the same JSON: those of JavaScript, Python, PHP, Go, Ruby and Java among them.
 *
 * @param value parsed JSON; numbers such as `1.0` and keys that stand twice have lost their spelling in it
 */
export function* jsonSpellings(value: unknown): Generator<JsonSpelling> {
  const seen = new Set<string>();
  for (const spelling of allSpellings(value)) {
    if (!seen.has(spelling.text)) yield spelling;
    seen.add(spelling.text);
  }
}

/** How a text is escaped that is JSON in one line without blanks, such as `with \\u escapes`; null when it is not. */
export function escapesOf(text: string, value: unknown): string | null {
  const plain = JSON.stringify(value);
  // hex digits may be large ones
  const isSo = (rewrite: Rewriting[1]) => rewrite(plain).toLowerCase() === text.toLowerCase();
  return text === plain ? null : (ESCAPES.find(([how, rewrite]) => how !== '' && isSo(rewrite))?.[0] ?? null);
}

function* allSpellings(value: unknown): Generator<JsonSpelling> {
  for (const [order, ordered] of orders(value)) {
    for (const [spacing, write] of SPACINGS) {
      yield* rewritten(write(ordered), [order, spacing]);
    }
  }
}

function* rewritten(written: string, how: readonly string[]): Generator<JsonSpelling> {
  for (const [escapes, toEscape] of ESCAPES) {
    for (const [ending, toEnd] of ENDS) {
      yield { text: toEnd(toEscape(written)), how: [...how, escapes, ending].filter(Boolean).join(', ') };
    }
  }
}

function orders(value: unknown): readonly (readonly [how: string, value: unknown])[] {
  return [
    ['', value],
    ['with sorted keys', sorted(value)],
  ];
}

/** Through JSON, whose writer asks for each value in its turn: whatever is too deep for it is too deep for us. */
function sorted(value: unknown): unknown {
  const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
    one < other ? -1 : 1;
  const text = JSON.stringify(value, (_key, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(byName)) : each,
  );
  return JSON.parse(text);
}

/** No text in JSON holds a line break, so that every one here is between values. */
function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/,\n\s*/g, ', ')
    .replaceAll(/\n\s*/g, '');
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
