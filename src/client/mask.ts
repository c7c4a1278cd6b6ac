import { CrierError } from '../errors.ts';
import { JsonList } from './json-list.ts';

/** Characters between two characters: the zero bytes of UTF-16 and UTF-32 read as UTF-8. */
const GAP = '\\0{0,3}';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** The short escape of a character in JSON. */
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' };

/** One way to find a secret in a text. */
interface SecretFinder {
  /**
   * A cheap check, because compiling the pattern takes a good part of the startup; false means that the secret is not
   * there.
   */
  mayBeIn(text: string): boolean;
  /** Call it once, when it is needed. */
  makePattern(): RegExp;
}

/**
 * Finds a secret as other programs may have written it: plain in any case, URL-encoded up to twice, escaped for JSON
 * also within JSON, escaped for HTML, in UTF-16 read as bytes, in hex, in base64. Every repetition in the patterns is
 * bounded, so that matching takes linear time.
 *
 * @param isAlone only where no letter or digit is adjacent
 */
function createSecretFinders(secret: string, isAlone: boolean): readonly SecretFinder[] {
  const core = findLongestWord(secret).toLowerCase();
  const found: SecretFinder = {
    mayBeIn: (text) => text.toLowerCase().includes(core) || ESCAPED.test(text),
    makePattern() {
      const written = (secret.match(/\\+|[^\\]/gsu) ?? []).map(buildRunPattern).join(GAP);
      return isAlone
        ? new RegExp(`(?<![\\p{L}\\p{N}])${written}(?![\\p{L}\\p{N}])`, 'giu')
        : new RegExp(written, 'gi');
    },
  };
  return isAlone ? [found] : [found, createHexFinder(secret), createBase64Finder(secret)];
}

/** Signs of an encoding that can hide every letter. */
const ESCAPED = /%[0-9a-f]{2}|&#|\\u|\0/i;

/** The longest run of ASCII letters and digits: every encoding that keeps these contains it. */
export function findLongestWord(text: string): string {
  return (text.match(/[A-Za-z0-9]+/g) ?? []).reduce(
    (one, other) => (other.length > one.length ? other : one),
    '',
  );
}

function buildRunPattern(run: string): string {
  return run.startsWith('\\') ? buildBackslashPattern(run.length) : buildCharacterPattern(run);
}

/**
 * A run of backslashes is matched as one piece: matched one by one, there would be too many ways to divide a long
 * run.
 */
function buildBackslashPattern(count: number): string {
  return `(?:\\\\{${count},${count * 4}}|(?:%(?:25)?5c|&#(?:92|x5c);|\\\\{1,3}u005c){${count}})`;
}

function buildCharacterPattern(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const bytes = [...Buffer.from(char)].map((byte) => `%(?:25)?${toHex(byte, 2)}`).join('');
  const units = Array.from(
    { length: char.length },
    (_each, at) => `\\\\{1,3}u${toHex(char.charCodeAt(at), 4)}`,
  );
  const short = SHORT_ESCAPES[char];
  const entity = ENTITIES[char];
  const ways = [
    `(?:\\\\${GAP}){0,3}${escapeRegExp(char)}`,
    bytes,
    units.join(''),
    `&(?:amp;)?(?:#${code}|#x${code.toString(16)}${entity === undefined ? '' : `|${entity}`});`,
    ...(short === undefined ? [] : [`\\\\{1,3}${short}`]),
    ...(char === ' ' ? ['\\+'] : []),
  ];
  return `(?:${ways.join('|')})`;
}

/** Byte by byte, with the usual separators between them. */
function createHexFinder(secret: string): SecretFinder {
  const bytes = [...Buffer.from(secret)].map((byte) => toHex(byte, 2));
  return {
    mayBeIn: (text) =>
      text
        .replaceAll(/[ :,-]/g, '')
        .toLowerCase()
        .includes(bytes.join('')),
    makePattern: () => new RegExp(bytes.join('[ :,-]?'), 'gi'),
  };
}

function toHex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}

/** Escapes the characters that have a meaning in a regular expression. */
function escapeRegExp(char: string): string {
  return char.replace(/[\^$\\.*+?()[\]{}|/]/, '\\$&');
}

/**
 * Finds the part of a base64 text that only depends on the secret, for each of the three offsets within a group of
 * three bytes, in both alphabets, also across line breaks.
 */
function createBase64Finder(secret: string): SecretFinder {
  const bytes = Buffer.byteLength(secret);
  const certain = [0, 1, 2].map((before) => {
    const coded = Buffer.from('\0'.repeat(before) + secret).toString('base64');
    return coded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes) * 8) / 6));
  });
  const cores = certain.map(findLongestWord);
  return {
    mayBeIn(text) {
      const whole = text.replaceAll(/\s|\\[rn]/g, '');
      return cores.some((core) => whole.includes(core));
    },
    makePattern() {
      const sources = certain.map((coded) =>
        Array.from(coded, (char) => BASE64_WAYS[char] ?? char).join('(?:\\s|\\\\[rn]){0,4}'),
      );
      return new RegExp(sources.join('|'), 'g');
    },
  };
}

const BASE64_WAYS: Readonly<Record<string, string>> = { '+': '[+-]', '/': '(?:\\\\{0,3}\\/|_)' };

/** Masks a secret: at most its last four characters stay, of a short one none. */
export function mask(secret: string): string {
  return secret.length < MIN_LENGTH_TO_SHOW_END ? '****' : `****${secret.slice(-4)}`;
}

/** Below this length, four characters would reveal too much. */
const MIN_LENGTH_TO_SHOW_END = 16;
/** Below this length, a value would match everywhere and protects nothing. */
const MIN_SECRET_LENGTH = 4;
/** Below this length, a value may be part of any word; it is a secret only as a word of its own. */
const MIN_LENGTH_ANYWHERE = 8;

/** Replaces secrets in texts. */
export type Redactor = (text: string) => string;

/**
 * Creates a function that replaces secrets in texts by their masks, in every encoding they may have there.
 *
 * @see docs/safety.md#C8
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const rules = [...new Set(secrets)]
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .sort((a, b) => b.length - a.length)
    .flatMap(buildRules);
  return (text) => rules.reduce((clean, rule) => rule(clean), text);
}

function buildRules(secret: string): readonly Redactor[] {
  const shown = mask(secret);
  return createSecretFinders(secret, secret.length < MIN_LENGTH_ANYWHERE).map(({ mayBeIn, makePattern }) => {
    let pattern: RegExp | null = null;
    return (text: string) => {
      // no encoding is shorter than the secret, and most texts of a response are
      if (text.length < secret.length || !mayBeIn(text)) return text;
      pattern ??= makePattern();
      return text.replaceAll(pattern, () => shown);
    };
  });
}

/** Redacts secrets in one text. @see {@link createRedactor} */
export function redact(text: string, secrets: readonly string[]): string {
  return createRedactor(secrets)(text);
}

/**
 * Redacts secrets in a text that may be truncated: the beginning of a secret at its end is redacted as well. Only for
 * truncated texts: a complete one may end with a word that a secret begins with.
 */
export function redactCut(text: string, secrets: readonly string[]): string {
  const clean = redact(text, secrets);
  const cut = Math.max(0, ...secrets.map((secret) => measureCutSecret(clean, secret)));
  return cut === 0 ? clean : `${clean.slice(0, -cut)}****`;
}

/** Number of characters at the end of a text that are the beginning of a secret. */
function measureCutSecret(text: string, secret: string): number {
  const writings = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
  return Math.max(0, ...writings.map((written) => measureOverlap(text, written)));
}

function measureOverlap(text: string, secret: string): number {
  for (let length = Math.min(secret.length, text.length); length >= MIN_LENGTH_ANYWHERE; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

export const SECRET_NAME =
  /authorization|cookie|secret|token|password|api-?_?key|profile-?_?key|private-?_?key/i;

/** Whether the value of a header or JSON member of this name is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/**
 * Masks every value under a secret's name in a JSON value, at any depth, and the same value wherever else it occurs:
 * a token may be part of an address beside it.
 *
 * @param secrets known values, replaced wherever they occur
 */
export function redactJson(value: unknown, secrets: readonly string[]): unknown {
  const clean = createRedactor(secrets);
  const named = new Set(Iterator.from(findNamedTokens(value)).take(MAX_NAMED_TOKENS));
  const cleaner: Redactor = (text) =>
    [...named].reduce((rest, token) => rest.replaceAll(token, mask(token)), clean(text));
  return redactValue(value, named.size === 0 ? clean : cleaner, isSecretName);
}

/** A regular response has fewer, and each is searched for in all of its texts. */
const MAX_NAMED_TOKENS = 16;
/** Characters of keys and tokens; anything else under a secret's name may be a word or a text. */
const TOKEN = /^[\w.~+/=:-]{16,2048}$/;

/** Finds keys and tokens under a secret's name. Lists that are read on demand are skipped. */
function* findNamedTokens(value: unknown, isSecret = false): Generator<string> {
  if (typeof value === 'string' && isSecret && TOKEN.test(value)) yield value;
  if (typeof value !== 'object' || value === null || value instanceof JsonList) return;
  for (const [name, item] of Object.entries(value)) {
    yield* findNamedTokens(item, isSecret || (!Array.isArray(value) && isSecretName(name)));
  }
}

/**
 * Redacts known secrets in a JSON value, member names included. A value without secrets is returned unchanged, and a
 * `JsonList` stays one whose elements are redacted when they are read.
 *
 * @param isSecret whether everything under a name is masked
 */
export function redactValue(value: unknown, clean: Redactor, isSecret: (name: string) => boolean): unknown {
  const inside = (item: unknown) => redactValue(item, clean, isSecret);
  if (typeof value === 'string') return clean(value);
  if (typeof value === 'number') return redactNumber(value, clean);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof JsonList) return value.map(inside);
  if (Array.isArray(value)) {
    const items = value.map(inside);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const members = Object.entries(value);
  const shown = members.map(
    ([name, item]) => [clean(name), isSecret(name) ? maskAll(item) : inside(item)] as const,
  );
  const isSame = shown.every(([name, item], at) => name === members[at]?.[0] && item === members[at]?.[1]);
  return isSame ? value : Object.fromEntries(shown);
}

function redactNumber(value: number, clean: Redactor): number | string {
  const digits = String(value);
  const shown = clean(digits);
  return shown === digits ? value : shown;
}

function maskAll(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value) || value instanceof JsonList) return value.map(maskAll);
  if (typeof value !== 'object') return mask(String(value));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskAll(item)]));
}

/** Redacts headers: values that are secret by name or by value are masked, the scheme `Bearer` stays. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const clean = createRedactor(secrets);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [clean(name), redactHeader(name, value, clean)]),
  );
}

function redactHeader(name: string, value: string, clean: Redactor): string {
  if (!isSecretName(name)) return clean(value);
  const [, scheme = '', secret = ''] = /^(\w+ +)?(.*)$/s.exec(value) ?? [];
  return `${scheme}${mask(secret)}`;
}

/** Redacts an address: no user name or password, and no secret in its query, by name or by value. */
export function redactAddress(address: URL, secrets: readonly string[]): string {
  const shown = new URL(address);
  shown.username = '';
  shown.password = '';
  const query = shown.search.replaceAll(/([?&])([^=&]*)=([^&]*)/g, (pair, mark, name, value) =>
    isSecretName(name) ? `${mark}${name}=${mask(value)}` : pair,
  );
  return redact(
    shown.href.slice(0, shown.href.length - shown.search.length - shown.hash.length) + query + shown.hash,
    secrets,
  );
}

/** Redacts a user name and password in an address as the user typed it. */
export function redactUserInfo(address: string): string {
  return address.replace(/(\/\/)[^/?#]*@/, '$1****@');
}

/**
 * Redacts an error: secrets that a server, a file or the user repeated are masked in all of its texts.
 *
 * @param cleanCut redacts the message of a defect, in which another program may have truncated what it quotes
 */
export function redactError(error: CrierError, clean: Redactor, cleanCut: Redactor = clean): CrierError {
  const { details, errors, advice, meaning, ...facts } = error.facts;
  const inside = (value: unknown) => redactValue(value, clean, isSecretName);
  const cleanMessage = error.kind === 'internal' ? cleanCut : clean;
  return new CrierError(error.kind, cleanMessage(error.message), {
    ...facts,
    ...(advice !== undefined && { advice: advice === null ? null : clean(advice) }),
    ...(meaning !== undefined && { meaning: meaning === null ? null : clean(meaning) }),
    ...(details !== undefined && { details: inside(details) }),
    ...(errors !== undefined && { errors: errors.map(inside) }),
  });
}
