import { getField, isRecord } from '../domain/json/loose-record.ts';
import { parseJsonBody } from './received-delivery.ts';

/** Other bytes that may have been signed in place of a body. */
export interface BodyVariant {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly kind: 're-serialised' | 'body changed';
  /** What was signed; follows `what was signed is`. */
  readonly description: string;
}

/** Maximum size for variants: each takes time linear in the size of the body. */
export const MAX_VARIANT_BYTES = 1024 * 1024;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;

/**
 * Generates the common changes to a body between sender and receiver: line endings, byte order marks, charsets, what
 * gateways and frameworks put around it, and JSON that was parsed and serialized again. Web APIs only.
 */
export function* generateBodyVariants(raw: Uint8Array): Generator<BodyVariant> {
  if (raw.length > MAX_VARIANT_BYTES) return;
  for (const [how, bytes] of [
    ...listLineEndVariants(raw),
    ...listCharsetVariants(raw),
    ...listUnwrappedVariants(raw),
  ]) {
    if (bytes !== null && !areEqual(bytes, raw)) yield { bytes, kind: 'body changed', description: how };
  }
  const value = parseJsonBody(raw);
  if (value === undefined) return;
  for (const { text, description } of generateJsonVariants(value)) {
    const escapes = description === COMPACT ? detectEscapes(decodeUtf8(raw).trimEnd(), value) : null;
    const written = escapes === null ? `written ${description}` : `not written ${escapes}`;
    yield { bytes: encodeUtf8(text), kind: 're-serialised', description: `the same JSON, ${written}` };
  }
}

type BodyVariantRow = readonly [how: string, bytes: BodyBytes | null];
type BodyBytes = Uint8Array<ArrayBuffer>;

function listLineEndVariants(raw: Uint8Array): readonly BodyVariantRow[] {
  const text = decodeLatin1(raw);
  return [
    ['the body without its final line break', encodeLatin1(text.replace(/\r?\n$/, ''))],
    ['the body with a final line break', encodeLatin1(`${text}\n`)],
    ['the body with a final line break (CRLF)', encodeLatin1(`${text}\r\n`)],
    ['the body without surrounding whitespace', encodeLatin1(text.trim())],
    ['the body with LF line endings instead of CRLF', encodeLatin1(text.replaceAll('\r\n', '\n'))],
    ['the body with CRLF line endings instead of LF', encodeLatin1(text.replaceAll(/\r?\n/g, '\r\n'))],
    [
      'the body without its byte order mark',
      BYTE_ORDER_MARK.every((byte, at) => raw[at] === byte) ? raw.slice(BYTE_ORDER_MARK.length) : null,
    ],
    ['the body with a byte order mark', Uint8Array.from([...BYTE_ORDER_MARK, ...raw])],
  ];
}

function listCharsetVariants(raw: Uint8Array): readonly BodyVariantRow[] {
  const text = decodeUtf8(raw);
  const isLatin = !/[^\0-\xff]/.test(text);
  return [
    ['the body in Latin-1 instead of UTF-8', isLatin ? encodeLatin1(text) : null],
    [
      'the body in UTF-8: this one is in Latin-1 or another single-byte charset',
      encodeUtf8(decodeLatin1(raw)),
    ],
    ['the body in UTF-16', encodeUtf16(text)],
    ['the body with composed letters (NFC)', encodeUtf8(text.normalize('NFC'))],
    ['the body with decomposed letters (NFD)', encodeUtf8(text.normalize('NFD'))],
  ];
}

/** The input contains the body with something around it. */
function listUnwrappedVariants(raw: Uint8Array): readonly BodyVariantRow[] {
  const text = decodeLatin1(raw);
  const afterHead = /^[A-Z]+ \S+ HTTP\/[\s\S]*?\r?\n\r?\n/.exec(text)?.[0];
  const value = parseJsonBody(raw);
  const field = /^[\w.[\]-]{0,64}=([\w%.*+~!'()-]*)$/.exec(text)?.[1];
  return [
    [
      'only the body: this one also contains the head of the request',
      afterHead === undefined ? null : raw.slice(afterHead.length),
    ],
    [
      'the text in quotes: the body was serialized as JSON a second time',
      typeof value === 'string' ? encodeUtf8(value) : null,
    ],
    ['the decoded bytes: this one is base64', decodeBase64(text)],
    [
      'the bytes in "data": this one is a Buffer that was serialized as JSON',
      getField(value, 'type') === 'Buffer' ? toByteList(getField(value, 'data')) : null,
    ],
    [
      'the decoded field: this one is a form',
      field === undefined ? null : decodeForm(field.replaceAll('+', ' ')),
    ],
    ['the text with unescaped quotes: in this one, each has a backslash', encodeLatin1(unescapeQuotes(text))],
    ['the text without HTML entities', encodeLatin1(unescapeHtml(text))],
  ];
}

function decodeBase64(text: string): BodyBytes | null {
  const standard = text.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[\w+/]{8,}={0,2}$/.test(standard)) return null;
  try {
    return encodeLatin1(atob(standard));
  } catch {
    return null;
  }
}

function toByteList(data: unknown): BodyBytes | null {
  return Array.isArray(data) && data.every((each) => typeof each === 'number') ? Uint8Array.from(data) : null;
}

function decodeForm(field: string): BodyBytes | null {
  try {
    return encodeUtf8(decodeURIComponent(field));
  } catch {
    return null;
  }
}

const unescapeQuotes = (text: string) => text.replaceAll('\\"', '"').replaceAll('\\\\', '\\');

const HTML_ENTITIES = { '&quot;': '"', '&#34;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const unescapeHtml = (text: string) =>
  text.replaceAll(/&(?:quot|#34|#39|lt|gt|amp);/g, (entity) => Reflect.get(HTML_ENTITIES, entity));

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });
const decodeUtf8 = (bytes: Uint8Array) => UTF_8.decode(bytes);
const encodeUtf8 = (text: string) => new TextEncoder().encode(text);

/** Each byte is one character: `TextDecoder` reads this label as windows-1252. */
function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return text;
}

/** Arguments of one call. */
const CHUNK = 8_192;

const encodeLatin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

function encodeUtf16(text: string): BodyBytes {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), true);
  return bytes;
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

interface JsonVariant {
  text: string;
  /** How it differs: `with sorted keys, indented by 2`. */
  description: string;
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
