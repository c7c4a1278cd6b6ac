import { isRecord } from '../../domain/json/loose-record.ts';

/** Another serialization of the same JSON. */
export interface JsonVariant {
  readonly text: string;
  /** How it differs: `with sorted keys, indented by 2`. */
  readonly description: string;
}

/** How this program serializes JSON, as in `description`. */
export const COMPACT = 'without whitespace';

type Rewriting = readonly [how: string, rewrite: (text: string) => string];

const SPACINGS: readonly (readonly [how: string, write: (value: unknown) => string])[] = [
  [COMPACT, (value) => JSON.stringify(value)],
  ['with a space after each comma and colon', writeSpaced],
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
  ['with CRLF line endings', (text) => text.replaceAll('\n', '\r\n')],
];

/**
 * Generates the serializations of common JSON libraries: JavaScript, Python, PHP, Go, Ruby, Java and others.
 *
 * @param value parsed JSON; numbers such as `1.0` and duplicate keys have lost their spelling
 */
export function* generateJsonVariants(value: unknown): Generator<JsonVariant> {
  const seen = new Set<string>();
  for (const spelling of generateAllVariants(value)) {
    if (!seen.has(spelling.text)) yield spelling;
    seen.add(spelling.text);
  }
}

/** Detects how compact JSON is escaped, such as `with \\u escapes`; null if it is not, or not compact. */
export function detectEscapes(text: string, value: unknown): string | null {
  const plain = JSON.stringify(value);
  // hex digits can be upper case
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

/** Through JSON, because the serializer calls the replacer depth first: too deep a value fails in the same way. */
function sortKeys(value: unknown): unknown {
  const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
    one < other ? -1 : 1;
  const text = JSON.stringify(value, (_key, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(byName)) : each,
  );
  return JSON.parse(text);
}

/** JSON strings contain no line breaks, so every one is between values. */
function writeSpaced(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/,\n\s*/g, ', ')
    .replaceAll(/\n\s*/g, '');
}

function escapeCodeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
