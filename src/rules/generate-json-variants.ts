import { isRecord } from './loose-record.ts';

/** Another way to write the same JSON, and who writes it so. */
export interface JsonVariant {
  readonly text: string;
  /** What is different about it: `with sorted keys, indented by 2`. */
  readonly description: string;
}

/** How this program writes JSON, as `how` says it. */
export const COMPACT = 'without blanks';

type Rewriting = readonly [how: string, rewrite: (text: string) => string];

const SPACINGS: readonly (readonly [how: string, write: (value: unknown) => string])[] = [
  [COMPACT, (value) => JSON.stringify(value)],
  ['with a blank behind each comma and colon', writeSpaced],
  ['indented by 2', (value) => JSON.stringify(value, null, 2)],
  ['indented by 4', (value) => JSON.stringify(value, null, 4)],
  ['indented by tabs', (value) => JSON.stringify(value, null, '\t')],
];

const escapeNonAscii = (text: string) => text.replaceAll(/[^\0-\x7f]/g, (unit) => escapeCodeUnit(unit));
const escapeSlashes = (text: string) => text.replaceAll('/', '\\/');
const escapeMarkup = (text: string) => text.replaceAll(/[<>&\u2028\u2029]/g, (unit) => escapeCodeUnit(unit));

const ESCAPES: readonly Rewriting[] = [
  ['', (text) => text],
  ['with \\u escapes', escapeNonAscii],
  ['with \\/ for each slash', escapeSlashes],
  ['with \\u escapes and \\/ for each slash', (text) => escapeNonAscii(escapeSlashes(text))],
  ['with \\u escapes of < > &', escapeMarkup],
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
export function* generateJsonVariants(value: unknown): Generator<JsonVariant> {
  const seen = new Set<string>();
  for (const spelling of generateAllVariants(value)) {
    if (!seen.has(spelling.text)) yield spelling;
    seen.add(spelling.text);
  }
}

/** How a text is escaped that is JSON in one line without blanks, such as `with \\u escapes`; null when it is not. */
export function detectEscapes(text: string, value: unknown): string | null {
  const plain = JSON.stringify(value);
  // hex digits may be large ones
  const isSo = (rewrite: Rewriting[1]) => rewrite(plain).toLowerCase() === text.toLowerCase();
  return text === plain ? null : (ESCAPES.find(([how, rewrite]) => how !== '' && isSo(rewrite))?.[0] ?? null);
}

function* generateAllVariants(value: unknown): Generator<JsonVariant> {
  for (const [order, ordered] of listKeyOrders(value)) {
    for (const [spacing, write] of SPACINGS) {
      yield* generateRewritings(write(ordered), [order, spacing]);
    }
  }
}

function* generateRewritings(written: string, how: readonly string[]): Generator<JsonVariant> {
  for (const [escapes, toEscape] of ESCAPES) {
    for (const [ending, toEnd] of ENDS) {
      yield {
        text: toEnd(toEscape(written)),
        description: [...how, escapes, ending].filter(Boolean).join(', '),
      };
    }
  }
}

function listKeyOrders(value: unknown): readonly (readonly [how: string, value: unknown])[] {
  return [
    ['', value],
    ['with sorted keys', sortKeys(value)],
  ];
}

/** Through JSON, whose writer asks for each value in its turn: whatever is too deep for it is too deep for us. */
function sortKeys(value: unknown): unknown {
  const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
    one < other ? -1 : 1;
  const text = JSON.stringify(value, (_key, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(byName)) : each,
  );
  return JSON.parse(text);
}

/** No text in JSON holds a line break, so that every one here is between values. */
function writeSpaced(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/,\n\s*/g, ', ')
    .replaceAll(/\n\s*/g, '');
}

function escapeCodeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
