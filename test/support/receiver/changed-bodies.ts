import { BODY_TEXT, signedDelivery } from './signed-delivery.ts';

/** What a receiver gets of a delivery that was signed well and then changed: body, more headers, and words of the reason. */
type ChangedDelivery = readonly [
  what: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>>,
  reason: string,
];

const json: unknown = JSON.parse(BODY_TEXT);
const LENGTH = String(Buffer.byteLength(BODY_TEXT));
const utf8 = Buffer.from(BODY_TEXT);

/** Each with the signature of the body as the service sent it. */
export const CHANGED_BODIES: readonly ChangedDelivery[] = [
  ['an API gateway passes base64, and nothing decodes it', utf8.toString('base64'), {}, 'base64'],
  ['base64url', utf8.toString('base64url'), {}, 'base64'],
  [
    'base64 in lines of 76 characters',
    utf8.toString('base64').replaceAll(/(.{76})/g, '$1\r\n'),
    {},
    'base64',
  ],
  ['a framework parsed it, and it was serialized again', JSON.stringify(json, null, 2), {}, 'the same JSON'],
  ['it was serialized again, indented by tabs', JSON.stringify(json, null, '\t'), {}, 'the same JSON'],
  [
    'another language serialized it with escapes',
    BODY_TEXT.replaceAll('/', '\\/').replaceAll(
      /[^\0-\x7f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
    {},
    'the same JSON',
  ],
  ['it was serialized as JSON twice', JSON.stringify(BODY_TEXT), {}, 'a second time'],
  ['a Buffer was serialized as JSON', JSON.stringify(utf8), {}, 'Buffer'],
  ['it was decoded as Latin-1', utf8.toString('latin1'), {}, 'Latin-1'],
  ['it is in UTF-16', Buffer.from(BODY_TEXT, 'utf16le'), {}, 'not JSON'],
  ['its letters were decomposed', BODY_TEXT.normalize('NFD'), {}, 'composed letters'],
  ['a line break was added', `${BODY_TEXT}\n`, {}, 'line break'],
  ['a byte order mark was added', `\uFEFF${BODY_TEXT}`, {}, 'byte order mark'],
  ['it came as the field of a form', `payload=${encodeURIComponent(BODY_TEXT)}`, {}, 'form'],
  ['its quotes were escaped by a mapping template', BODY_TEXT.replaceAll('"', '\\"'), {}, 'backslash'],
  ['its quotes became HTML entities', BODY_TEXT.replaceAll('"', '&quot;'), {}, 'HTML'],
  ['an object became a text', '[object Object]', {}, 'not a JSON object'],
  ['something read it before', '', { 'Content-Length': LENGTH }, `Content-Length is ${LENGTH}`],
  ['something read it before, and there is no length', '', {}, 'is empty'],
  ['it was cut short', utf8.subarray(0, -9), {}, 'not JSON'],
  [
    'a field was added that the length does not count',
    BODY_TEXT.replace('{', '{"source":"gateway",'),
    { 'content-length': LENGTH },
    `Content-Length is ${LENGTH}`,
  ],
  [
    'characters were removed, which only the length shows',
    BODY_TEXT.replace('日本', ''),
    { 'content-length': LENGTH },
    `Content-Length is ${LENGTH}`,
  ],
];

/** The headers of the delivery, with more of them. */
export function headersOfChanged(more: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...signedDelivery().headers, ...more };
}
