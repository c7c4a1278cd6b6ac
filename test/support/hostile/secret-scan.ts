import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** A secret that was put somewhere, to be looked for everywhere else. */
export interface Planted {
  /** Where it was put. */
  readonly name: string;
  readonly value: string;
}

/** A part of a secret at a place where it must not be. */
export interface Leak {
  readonly secret: string;
  /** Its encoding there. */
  readonly writing: string;
  /** What is around it. */
  readonly near: string;
}

/** Finds secrets in texts and bytes, in whatever way they are written there. */
export type SecretScan = (hay: string | Uint8Array) => readonly Leak[];

/**
 * This number of characters of a secret in a row are a leak. `mask` shows four, and no text of ours has nine of a
 * random secret by chance.
 */
const LEAK_CHARACTERS = 9;

/**
 * Makes a scan for secrets as they are, reversed, in other case, in base64 at each of its three alignments, in hex,
 * URL-encoded, escaped for JSON or HTML, in UTF-16 and UTF-32, broken over lines with margins and colours, cut down to
 * nine characters, and compressed by gzip, deflate or br.
 *
 * @param planted each of at least nine characters
 */
export function secretScan(planted: readonly Planted[]): SecretScan {
  const pieces = new Map<string, Pick<Leak, 'secret' | 'writing'> & { inHex: string | null }>();
  const isSeen = new Uint8Array(FILTER_SIZE);
  for (const { name, value } of planted) {
    if (value.length < LEAK_CHARACTERS) throw new Error(`${name} is too short to be looked for`);
    for (const [writing, text] of writingsOf(value)) {
      for (const piece of piecesOf(text.toLowerCase())) {
        isSeen[slotOf(piece, 0)] = 1;
        pieces.set(piece, { secret: name, writing, inHex: writing === 'hex' ? text : null });
      }
    }
  }
  return (hay) => {
    const found = new Map<string, Leak>();
    for (const [how, text] of readingsOf(hay)) {
      for (let at = 0; at + LEAK_CHARACTERS <= text.length; at++) {
        if (isSeen[slotOf(text, at)] === 0) continue;
        const hit = pieces.get(text.slice(at, at + LEAK_CHARACTERS));
        if (hit === undefined || found.has(hit.secret)) continue;
        if (hit.inHex !== null && !isInHex(hit.inHex, text.slice(at, at + 2 * LEAK_CHARACTERS))) continue;
        const writing = [hit.writing, how].filter((each) => each !== '').join(', ');
        found.set(hit.secret, { secret: hit.secret, writing, near: around(text, at) });
      }
    }
    return [...found.values()];
  };
}

/** In hex, a character of a secret is two: a long number can have nine of these by chance. */
const isInHex = (secret: string, part: string) =>
  part.length === 2 * LEAK_CHARACTERS && secret.includes(part);

const FILTER_SIZE = 1 << 16;

/** In most places of a text, two characters at each end show that no piece begins there. */
function slotOf(text: string, at: number): number {
  const end = at + LEAK_CHARACTERS - 1;
  const head = text.charCodeAt(at) * 31 + text.charCodeAt(at + 1);
  return (head * 961 + text.charCodeAt(end - 1) * 31 + text.charCodeAt(end)) & (FILTER_SIZE - 1);
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at + LEAK_CHARACTERS <= text.length; at++) yield text.slice(at, at + LEAK_CHARACTERS);
}

/** The writings that cannot be read back without knowing where they begin. */
function writingsOf(secret: string): readonly (readonly [string, string])[] {
  return [
    ['', secret],
    ['reversed', Array.from(secret).reverse().join('')],
    ['hex', Buffer.from(secret).toString('hex')],
    ...[0, 1, 2].flatMap((before) => {
      const text = insideBase64(secret, before);
      const forUrls = text.replaceAll('+', '-').replaceAll('/', '_');
      return [['base64', text] as const, ['base64url', forUrls] as const];
    }),
  ];
}

/** The part of a base64 text that only the secret decides. @param before bytes in front of it */
function insideBase64(secret: string, before: number): string {
  const coded = Buffer.from('\0'.repeat(before) + secret).toString('base64');
  return coded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + Buffer.byteLength(secret)) * 8) / 6));
}

/** Every way to read a text, all in small letters. */
function readingsOf(hay: string | Uint8Array): readonly (readonly [string, string])[] {
  const plain = typeof hay === 'string' ? hay : Buffer.from(hay).toString('utf8');
  const readings = new Map<string, string>();
  const add = (how: string, text: string) => {
    if (text.length >= LEAK_CHARACTERS && !readings.has(text)) readings.set(text, how);
  };
  add('', plain.toLowerCase());
  add('over lines', unwrapped(plain).toLowerCase());
  add('in wide characters', plain.replaceAll('\0', '').toLowerCase());
  const unescaped = withoutEscapes(plain);
  add('escaped', unescaped.toLowerCase());
  add('escaped, over lines', unwrapped(unescaped).replaceAll('\0', '').toLowerCase());
  add('spaced', plain.replaceAll(/(?<=\b[0-9a-f]{2})[ :,-](?=[0-9a-f]{2}\b)/gi, '').toLowerCase());
  for (const [coding, decode] of typeof hay === 'string' ? [] : CODINGS) {
    const text = decoded(hay as Uint8Array, decode); // a text was handled above
    if (text !== null) add(coding, text.toLowerCase());
  }
  return [...readings].map(([text, how]) => [how, text]);
}

/** As if it had been printed on paper of any width: no colours, no line breaks, no margins. */
function unwrapped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours are what is taken out
  return text.replaceAll(/\u001B\[[\d;]*m/g, '').replaceAll(/[ \t]*\r?\n[ \t>|]*/g, '');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Undoes escapes of URLs, JSON, HTML and of our own safe text, also one on top of the other. */
function withoutEscapes(text: string): string {
  let before = text;
  for (let round = 0; round < 3; round++) {
    const after = before
      .replaceAll(/(?:%[0-9a-f]{2})+/gi, (coded) =>
        Buffer.from(coded.replaceAll('%', ''), 'hex').toString('utf8'),
      )
      .replaceAll(/&#x([0-9a-f]{1,6});?/gi, (_all, digits: string) => charOf(Number.parseInt(digits, 16)))
      .replaceAll(/&#(\d{1,7});?/g, (_all, digits: string) => charOf(Number(digits)))
      .replaceAll(/&(amp|lt|gt|quot|apos);/gi, (_all, name: string) => ENTITIES[name.toLowerCase()] ?? '')
      .replaceAll(/\\+u(?:([0-9a-f]{4})|\{([0-9a-f]{1,6})\})/gi, (_all, four = '', more = '') =>
        charOf(Number.parseInt(four || more, 16)),
      )
      .replaceAll(/\\+(["/\\])/g, '$1');
    if (after === before) return after;
    before = after;
  }
  return before;
}

function charOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

const CODINGS: readonly (readonly [string, (bytes: Uint8Array) => Uint8Array])[] = [
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
];

function decoded(bytes: Uint8Array, decode: (bytes: Uint8Array) => Uint8Array): string | null {
  try {
    return Buffer.from(decode(bytes)).toString('utf8');
  } catch {
    return null; // it was not coded so
  }
}

const SHOWN_AROUND = 40;

function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - SHOWN_AROUND), at + LEAK_CHARACTERS + SHOWN_AROUND);
}
