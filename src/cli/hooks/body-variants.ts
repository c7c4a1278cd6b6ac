import { isRecord } from '../../domain/json/loose-record.ts';
import { parseJsonBody } from '../../receiver/verify-signature.ts';

/** Other bytes that may have been signed in place of a body. */
interface BodyVariant {
  readonly bytes: Uint8Array;
  readonly kind: 're-serialised' | 'body changed';
  /** What was signed; follows `what was signed is`. */
  readonly description: string;
}

/** Maximum size for variants: each takes time linear in the size of the body. */
export const MAX_VARIANT_BYTES = 1024 * 1024;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Generates the common changes to a body between sender and receiver: line endings, byte order marks, charsets, and
 * JSON that was parsed and serialized again.
 */
export function* generateBodyVariants(body: Uint8Array): Generator<BodyVariant> {
  const raw = Buffer.from(body);
  if (raw.length > MAX_VARIANT_BYTES) return;
  for (const [how, bytes] of [
    ...listLineEndVariants(raw),
    ...listCharsetVariants(raw),
    ...listUnwrappedVariants(raw),
  ]) {
    if (bytes !== null && !bytes.equals(raw)) yield { bytes, kind: 'body changed', description: how };
  }
  const value = parseJsonBody(raw);
  if (value === undefined) return;
  for (const { text, description } of generateBoundedJsonVariants(value)) {
    const escapes = description === COMPACT ? detectEscapes(raw.toString('utf8').trimEnd(), value) : null;
    const written = escapes === null ? `written ${description}` : `not written ${escapes}`;
    yield { bytes: Buffer.from(text), kind: 're-serialised', description: `the same JSON, ${written}` };
  }
}

type BodyVariantRow = readonly [how: string, bytes: Buffer | null];

function listLineEndVariants(raw: Buffer): readonly BodyVariantRow[] {
  const text = raw.toString('latin1');
  const same = (changed: string) => Buffer.from(changed, 'latin1');
  return [
    ['the body without its final line break', same(text.replace(/\r?\n$/, ''))],
    ['the body with a final line break', same(`${text}\n`)],
    ['the body with a final line break (CRLF)', same(`${text}\r\n`)],
    ['the body without surrounding whitespace', same(text.trim())],
    ['the body with LF line endings instead of CRLF', same(text.replaceAll('\r\n', '\n'))],
    ['the body with CRLF line endings instead of LF', same(text.replaceAll(/\r?\n/g, '\r\n'))],
    [
      'the body without its byte order mark',
      raw.indexOf(BYTE_ORDER_MARK) === 0 ? raw.subarray(BYTE_ORDER_MARK.length) : null,
    ],
    ['the body with a byte order mark', Buffer.concat([BYTE_ORDER_MARK, raw])],
  ];
}

function listCharsetVariants(raw: Buffer): readonly BodyVariantRow[] {
  const text = raw.toString('utf8');
  const isLatin = !/[^\0-\xff]/.test(text);
  return [
    ['the body in Latin-1 instead of UTF-8', isLatin ? Buffer.from(text, 'latin1') : null],
    [
      'the body in UTF-8: this one is in Latin-1 or another single-byte charset',
      Buffer.from(raw.toString('latin1')),
    ],
    ['the body in UTF-16', Buffer.from(text, 'utf16le')],
    ['the body with composed letters (NFC)', Buffer.from(text.normalize('NFC'))],
    ['the body with decomposed letters (NFD)', Buffer.from(text.normalize('NFD'))],
  ];
}

/** The input contains the body with something around it. */
function listUnwrappedVariants(raw: Buffer): readonly BodyVariantRow[] {
  const text = raw.toString('latin1');
  const afterHead = /^[A-Z]+ \S+ HTTP\/[\s\S]*?\r?\n\r?\n/.exec(text)?.[0];
  const value = parseJsonBody(raw);
  const isBase64 = /^[\w+/-]{8,}={0,2}\s*$/.test(text);
  return [
    [
      'only the body: this one also contains the head of the request',
      afterHead === undefined ? null : raw.subarray(afterHead.length),
    ],
    [
      'the text in quotes: the body was serialized as JSON a second time',
      typeof value === 'string' ? Buffer.from(value) : null,
    ],
    ['the decoded bytes: this one is base64', isBase64 ? Buffer.from(text, 'base64') : null],
  ];
}

/** Too deeply nested to serialize: there are no variants. */
function* generateBoundedJsonVariants(value: unknown): Generator<JsonVariant> {
  try {
    yield* generateJsonVariants(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

/** Another serialization of the same JSON. */
interface JsonVariant {
  readonly text: string;
  /** How it differs: `with sorted keys, indented by 2`. */
  readonly description: string;
}

/** How this program serializes JSON, as in `description`. */
const COMPACT = 'without whitespace';

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
function* generateJsonVariants(value: unknown): Generator<JsonVariant> {
  const seen = new Set<string>();
  for (const spelling of generateAllVariants(value)) {
    if (!seen.has(spelling.text)) yield spelling;
    seen.add(spelling.text);
  }
}

/** Detects how compact JSON is escaped, such as `with \\u escapes`; null if it is not, or not compact. */
function detectEscapes(text: string, value: unknown): string | null {
  const plain = JSON.stringify(value);
  // hex digits can be upper case
  const isSo = (rewrite: Rewriting[1]) => rewrite(plain).toLowerCase() === text.toLowerCase();
  return text === plain ? null : (ESCAPES.find(([how, rewrite]) => how !== '' && isSo(rewrite))?.[0] ?? null);
}

function* generateAllVariants(value: unknown): Generator<JsonVariant> {
  for (const [order, ordered] of [
    ['', value],
    ['with sorted keys', sortKeys(value)],
  ] as const) {
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
