import { COMPACT, detectEscapes, generateJsonVariants, type JsonVariant } from './generate-json-variants.ts';
import { parseJsonBody } from './verify-signature.ts';

/** Other bytes that may have been signed in place of a body. */
export interface BodyVariant {
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
