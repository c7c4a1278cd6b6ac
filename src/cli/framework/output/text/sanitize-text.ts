/**
 * Characters that control a terminal, are invisible, or reorder text: controls (C0, DEL, C1), line and
 * paragraph separators, everything that only formats (bidirectional, zero-width, tags), other invisible
 * characters (variation selectors, fillers, soft hyphens), lone surrogates and noncharacters. The Arabic and
 * Kaithi number signs count as format characters in Unicode, but are visible.
 */
const DANGEROUS = String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]--[\u{600}-\u{605}\u{6DD}\u{890}\u{891}\u{8E2}\u{110BD}\u{110CD}]]`;

/**
 * Combining marks without a base, which would combine with our own text, and more than eight in a row, which
 * would overlap other lines.
 */
const STRAY_MARK = String.raw`\p{M}(?<=(?:^|[${DANGEROUS}--[\p{M}\u200C\u200D]])\p{M}{1,9}|\p{M}{9})`;

/**
 * Hangul jamo outside of a syllable: a leading consonant without a vowel, a vowel without a leading
 * consonant, a trailing consonant without a vowel. Any number of leading consonants is one grapheme, but
 * terminals draw all of them.
 */
const STRAY_JAMO = String.raw`[\u1100-\u115E\uA960-\uA97C](?![\u1160-\u11A7\uD7B0-\uD7C6])|(?<![\u1100-\u115F\uA960-\uA97C])[\u1161-\u11A7\uD7B0-\uD7C6]|(?<![\u1100-\u115F\uA960-\uA97C][\u1160-\u11A7\uD7B0-\uD7C6]|[\uAC00-\uD7A3])[\u11A8-\u11FF\uD7CB-\uD7FB]`;

const everyDangerousOrStray = createLazy(() => new RegExp(`${DANGEROUS}|${STRAY_MARK}|${STRAY_JAMO}`, 'gv'));

/**
 * Backslashes before text that reads as an escape, or will become one; they are doubled, so that escapes
 * cannot be forged.
 */
const beforeNamed = createLazy(
  () =>
    new RegExp(String.raw`(?<!\\)\\+(?=[ntr]|u[0-9a-f]{4}|u\{[0-9a-f]+\}|${DANGEROUS}|${STRAY_JAMO})`, 'gv'),
);
const beforeCoded = createLazy(() => createBackslashPattern(String.raw`\n`));
const beforeCodedOrTab = createLazy(() => createBackslashPattern(String.raw`[\n\t]`));

/** @param kept dangerous characters that are not escaped, as a character class */
function createBackslashPattern(kept: string): RegExp {
  return new RegExp(
    String.raw`(?<!\\)\\+(?=u[0-9a-f]{4}|u\{[0-9a-f]+\}|[${DANGEROUS}--${kept}]|${STRAY_JAMO})`,
    'gv',
  );
}

const PLAIN_LINE = /^[ -[\]-~]*$/;

/**
 * Anything but ASCII, common letters and symbols, and surrogates of emoji, none of which is dangerous or a
 * mark. The exact expressions are only compiled for other text, since they take a good part of a start.
 */
const UNSURE_IN_JSON =
  /[^\n -~\u00A1-\u00AC\u00AE-\u02FF\u0391-\u0482\u048A-\u052F\u2010-\u2027\u2030-\u205E\u20A0-\u20C0\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FFF\uAC00-\uD7A3\uD83C-\uD83E\uDC00-\uDFFF]/;

/**
 * Sanitizes untrusted text for a terminal: one line without control, invisible or reordering characters. They
 * are escaped as `\n`, `\t`, `\r`, `\u001b` or `\u{e0041}`. Joiners stay between letters and within emoji,
 * and variation selectors after characters that have variants. Different texts stay different: a backslash is
 * doubled where it would otherwise read as such an escape.
 *
 * @see docs/command-line.md#output
 * @see docs/safety.md#C1
 */
export function sanitizeText(text: string): string {
  if (PLAIN_LINE.test(text)) return text;
  return replaceDangerous(text.replace(beforeNamed(), '$&$&'), escapeByName);
}

/**
 * Like `sanitizeText` for CSV, where a quoted cell may have several lines: line feeds stay, and other
 * dangerous characters are escaped by code point, so that a backslash is only special before `u`.
 */
export function sanitizeLines(text: string): string {
  if (PLAIN_LINE.test(text)) return text;
  const doubled = text.replace(beforeCoded(), '$&$&');
  return replaceDangerous(doubled, (char) => (char === '\n' ? char : escapeCharacter(char)));
}

/** Like `sanitizeLines` for text with tabs, which stay, too. */
export function sanitizeTabbed(text: string): string {
  if (PLAIN_LINE.test(text)) return text;
  const doubled = text.replace(beforeCodedOrTab(), '$&$&');
  return replaceDangerous(doubled, (char) => (char === '\n' || char === '\t' ? char : escapeCharacter(char)));
}

/**
 * Serializes a value as JSON in which every dangerous character is a `\u` escape, also those that JSON allows
 * unescaped. It parses to the same value.
 *
 * @param indent spaces per level (default: one line)
 */
export function stringifySafely(value: unknown, indent?: number): string {
  return escapeStringified(JSON.stringify(value, null, indent) ?? 'null'); // undefined for values that JSON does not have
}

/** Serializes each value as `stringifySafely` does, on a line of its own. */
export function stringifyLines(values: readonly unknown[]): string {
  let text = '';
  for (const value of values) text += `${JSON.stringify(value) ?? 'null'}\n`;
  return escapeStringified(text);
}

/** JSON.stringify escapes lone surrogates itself. */
function escapeStringified(json: string): string {
  return UNSURE_IN_JSON.test(json) ? replaceInJson(json) : json;
}

/** Escapes the dangerous characters of a JSON text as `\u`; they can only occur in its strings. */
export function escapeJson(json: string): string {
  return UNSURE_IN_JSON.test(json) || !json.isWellFormed() ? replaceInJson(json) : json;
}

function replaceInJson(json: string): string {
  return json.replace(everyDangerousOrStray(), (char, at: number) =>
    char === '\n' || isHarmless(char, at, json) ? char : escapeUnits(char),
  );
}

/** Replaces each dangerous character, stray mark and stray jamo by the result of `write`. */
export function replaceDangerous(text: string, write: (char: string) => string): string {
  return text.replace(everyDangerousOrStray(), (char, at: number) =>
    isHarmless(char, at, text) ? char : write(char),
  );
}

const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };

function escapeByName(char: string): string {
  return NAMES[char] ?? escapeCharacter(char);
}

/** Escapes a character by its code point: `\u001b`, `\u{e0041}`. */
export function escapeCharacter(char: string): string {
  const hex = (char.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}

function escapeUnits(char: string): string {
  return char.split('').map(escapeCharacter).join('');
}

/** Code units before a character that can matter: three members of an emoji sequence. */
const LOOK_BACK = 24;

/**
 * Letters whose shape a joiner can change: no invisible letters, and no scripts in which letters never join,
 * where a joiner could only make two words look alike or carry hidden data.
 */
const LETTER = String.raw`[\p{L}--[\p{Default_Ignorable_Code_Point}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Cherokee}\p{Script=Ethiopic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]]`;

/** A mark that is printed as it is: variation selectors and fillers between letters are escaped. */
const SHOWN_MARK = String.raw`[\p{M}--\p{Default_Ignorable_Code_Point}]`;

/** Allowed contexts of the few invisible characters that scripts and emoji need. */
interface InvisibleContext {
  char: RegExp;
  before: RegExp;
  after?: RegExp;
  except?: RegExp;
}

const contexts = createLazy((): readonly InvisibleContext[] => [
  {
    char: /[\u200C\u200D]/,
    before: new RegExp(`${LETTER}${SHOWN_MARK}{0,8}$`, 'v'),
    after: new RegExp(`^${SHOWN_MARK}?${LETTER}`, 'v'),
    except: /(?:[\u200C\u200D]\p{L}\p{M}{0,3}){3}$/v, // no word has more joiners in a row; terminals disagree on the width
  },
  {
    char: /\u200D/,
    before: /\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]?$/v,
    after: /^\p{Extended_Pictographic}/v,
    except: /(?:\u200D\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]?){3}$/v, // the longest emoji joins four
  },
  { char: /\uFE0F/, before: /\p{Extended_Pictographic}$/v },
  // terminals disagree whether it makes a wide character narrow
  { char: /\uFE0E/, before: /[\p{Extended_Pictographic}--\p{Emoji_Presentation}]$/v },
  { char: /\uFE0F/, before: /[\d#*]$/, after: /^\u20E3/ },
  { char: /[\uFE00-\uFE02\u{E0100}-\u{E01EF}]/v, before: /\p{Script=Han}$/v },
  { char: /[\u180B-\u180D\u180F]/, before: /\p{Script=Mongolian}$/v },
]);

function isHarmless(char: string, at: number, text: string): boolean {
  if (char < '\u180B') return false;
  const before = text.slice(Math.max(0, at - LOOK_BACK), at);
  const after = text.slice(at + char.length, at + char.length + 4);
  return contexts().some(
    (context) =>
      context.char.test(char) &&
      context.before.test(before) &&
      (context.after?.test(after) ?? true) &&
      !context.except?.test(before),
  );
}

/**
 * A constant that is created on first use. Regular expressions over whole Unicode categories are slow to
 * compile, and most text is plain ASCII.
 */
export function createLazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
