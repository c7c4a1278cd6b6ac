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
export interface SecretFinder {
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
export function createSecretFinders(secret: string, isAlone: boolean): readonly SecretFinder[] {
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
