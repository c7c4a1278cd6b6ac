import stringWidth from 'string-width';

const GRAPHEMES = new Intl.Segmenter();
const PLAIN = /^[ -~]*$/;

/** A truncated sequence without meaning: a part of an escape of `safeText`, or a joiner. */
const HALF = /(?:\\(?:u(?:[0-9a-f]{0,3}|\{[0-9a-f]*))?|[\u200C\u200D]+)$/;

/**
 * Ranges of UTF-16 code units that are always separate graphemes next to each other, with their width: the
 * common letters of the most used scripts. A lookup is many times faster than segmenting text, and allocates
 * nothing, so that long tables stay linear.
 */
const SIMPLE_RANGES: readonly (readonly [first: number, last: number, width: 1 | 2])[] = [
  [0x20, 0x7e, 1],
  [0xa0, 0xa8, 1],
  [0xaa, 0xac, 1],
  [0xaf, 0x2af, 1], // Latin with accents
  [0x391, 0x3ce, 1], // Greek
  [0x400, 0x481, 1], // Cyrillic
  [0x5d0, 0x5ea, 1], // Hebrew
  [0x60c, 0x60c, 1], // Arabic
  [0x61f, 0x61f, 1],
  [0x621, 0x64a, 1],
  [0x660, 0x669, 1],
  [0x2010, 0x2027, 1], // dashes, quotes, ellipsis
  [0x20a0, 0x20bf, 1], // currencies
  [0x3000, 0x3020, 2],
  [0x3041, 0x3096, 2], // kana
  [0x30a0, 0x30ff, 2],
  [0x4e00, 0x9fff, 2], // Han
  [0xac00, 0xd7a3, 2], // Hangul
  [0xff01, 0xff60, 2], // full-width forms
];

const SIMPLE_WIDTHS = new Uint8Array(0x10000);
for (const [first, last, width] of SIMPLE_RANGES) SIMPLE_WIDTHS.fill(width, first, last + 1);

/** Code points that extend the previous grapheme (Unicode, Annex 29). */
const EXTENDS = String.raw`[\p{M}\p{Emoji_Modifier}\u200C\u200D\u0E33\u0EB3\u1160-\u11FF\uD7B0-\uD7FF\uFF9E\uFF9F\u{E0020}-\u{E007F}]`;
/** One code unit and its accents. */
const ACCENTED = new RegExp(String.raw`^.[\p{Mn}--[\uFE00-\uFE0F]]*(?!${EXTENDS})`, 'v');
const EMOJI = new RegExp(String.raw`^\p{RGI_Emoji}\uFE0F?(?!${EXTENDS})`, 'v');
const EMOJI_WIDTH = 2;
/** Hangul vowels and trailing consonants, which take no column of their own after a leading consonant. */
const NO_COLUMN = /[\u1160-\u11FF\uD7B0-\uD7FF]/;
/** Maximum code units of an emoji, or of a letter with the accents that `safeText` allows. */
const LONGEST_CHARACTER = 24;
/** Maximum code units that are segmented at once. */
const LONGEST_RUN = 64;

/**
 * Sequences that a terminal without support for them draws wider: the members of a family emoji side by side.
 */
const MAY_GROW = /[\u200D\u{1F3FB}-\u{1F3FF}]/u;
const JOINED_ON =
  /(?:\u200D\p{Extended_Pictographic}\uFE0F?|(?<=\p{Emoji_Modifier_Base})\p{Emoji_Modifier})+/gu;
/** A joiner between letters changes their shape, not their width. */
const LETTER_JOINER = /\u200D(?=\p{L})/gu;

/**
 * Where Unicode has one grapheme and every terminal draws two: after a prepended number sign, and before a
 * spacing mark.
 */
const KEEPS_ITS_COLUMNS =
  /(?<=[\u0600-\u0605\u06DD\u0890\u0891\u08E2\u0D4E\u{110BD}\u{110CD}\u{111C2}\u{111C3}\u{113D1}\u{1193F}\u{11941}\u{11A3A}\u{11A84}-\u{11A89}\u{11D46}\u{11F02}])|(?=[\p{Mc}\u0E33\u0EB3\uFF9E\uFF9F])/u;

/** Width of text without control characters, in terminal columns. */
export function getDisplayWidth(text: string): number {
  return measureUpTo(text, Number.POSITIVE_INFINITY);
}

/** Whether terminals disagree on the width of text. */
export function mayGrow(text: string): boolean {
  return MAY_GROW.test(text);
}

/** Largest width of text on any terminal: one that draws each code point separately. */
export function getWidestWidth(text: string): number {
  const width = getDisplayWidth(text);
  if (!MAY_GROW.test(text)) return width;
  const apart = Array.from(text).reduce(
    (sum, char) => sum + (NO_COLUMN.test(char) ? 0 : stringWidth(char)),
    0,
  );
  return Math.max(width, apart);
}

/** Keeps only the first part of each emoji sequence, on whose width terminals disagree. */
export function splitJoined(text: string): string {
  return text.replace(JOINED_ON, '');
}

/** Width of text, measured no further than just past `most`, to check whether a long text fits. */
export function measureUpTo(text: string, most: number): number {
  return PLAIN.test(text) ? text.length : walkText(text, most).width;
}

/**
 * Makes text exactly `width` columns wide: pads it with spaces, or truncates it between graphemes with an
 * ellipsis.
 */
export function fitInto(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const natural = measureUpTo(text, width);
  const clipped =
    natural <= width ? text : cutText(text, width, (all, most) => all.slice(0, walkText(all, most).end));
  const fill = ' '.repeat(Math.max(0, width - (natural <= width ? natural : getDisplayWidth(clipped))));
  return align === 'right' ? fill + clipped : clipped + fill;
}

/** Truncates text that is wider than `width` columns on any terminal, with an ellipsis. */
export function truncate(text: string, width: number): string {
  return isWithinWidth(text, width) ? text : cutText(text, width, takeWidth);
}

function cutText(text: string, width: number, begin: typeof takeWidth): string {
  if (width < 1) return '';
  return `${begin(text, width - 1)
    .replace(HALF, '')
    .trimEnd()}…`;
}

/** Whether text needs at most `width` columns on every terminal. */
function isWithinWidth(text: string, width: number): boolean {
  return measureUpTo(text, width) <= width && (!MAY_GROW.test(text) || getWidestWidth(text) <= width);
}

/** The longest prefix of whole graphemes that is at most `width` columns wide on every terminal. */
export function takeWidth(text: string, width: number): string {
  const start = text.slice(0, walkText(text, width).end);
  if (isWithinWidth(start, width)) return start;
  let used = 0;
  let end = 0;
  for (const { segment } of GRAPHEMES.segment(start)) {
    used += getWidestWidth(segment);
    if (used > width) break;
    end += segment.length;
  }
  return start.slice(0, end);
}

/**
 * Steps through text by graphemes: a family emoji is one.
 *
 * @param most columns after which to stop
 * @returns the end of the last grapheme within `most`, and the width of all that was measured
 */
function walkText(text: string, most: number): { end: number; width: number } {
  let width = 0;
  let at = 0;
  while (at < text.length) {
    const simple = getSimpleWidth(text, at);
    const length = simple > 0 && isSimple(text, at + 1) ? 1 : matchKnownCharacter(text, at, simple);
    if (length > 0) {
      width += simple || EMOJI_WIDTH;
      if (width > most) return { end: at, width };
      at += length;
      continue;
    }
    const run = takeRun(text, at);
    const runWidth = measureText(run);
    if (width + runWidth <= most) {
      width += runWidth;
      at += run.length;
      continue;
    }
    for (const { segment } of GRAPHEMES.segment(run)) {
      width += measureText(segment);
      if (width > most) return { end: at, width };
      at += segment.length;
    }
  }
  return { end: at, width };
}

function measureText(text: string): number {
  const drawn = text.replace(LETTER_JOINER, '');
  return drawn.split(KEEPS_ITS_COLUMNS).reduce((sum, part) => sum + stringWidth(part), 0);
}

/**
 * Text from here to the next two simple code units, between which a grapheme always ends. Limited to a short
 * piece that ends between graphemes if possible, since segmenting and measuring take quadratic time.
 */
function takeRun(text: string, from: number): string {
  const longest = Math.min(text.length, from + LONGEST_RUN);
  let to = from + 1;
  while (to < longest && !(isSimple(text, to - 1) && isSimple(text, to))) to += 1;
  if (to === text.length || to < longest) return text.slice(from, to);
  const piece = text.slice(from, isHighSurrogate(text, to - 1) ? to - 1 : to);
  const last = GRAPHEMES.segment(piece).containing(piece.length - 1)?.index ?? 0;
  return last > 0 ? piece.slice(0, last) : piece;
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Code units of a letter with accents, or of an emoji; 0 for anything that string-width has to measure. */
function matchKnownCharacter(text: string, at: number, simple: number): number {
  const known = simple > 0 ? ACCENTED : EMOJI;
  return known.exec(text.slice(at, at + LONGEST_CHARACTER))?.[0].length ?? 0;
}

function isSimple(text: string, at: number): boolean {
  return at >= text.length || getSimpleWidth(text, at) > 0;
}

/** Width of a simple code unit; 0 for any other. */
function getSimpleWidth(text: string, at: number): number {
  return SIMPLE_WIDTHS[text.charCodeAt(at)] ?? 0;
}
