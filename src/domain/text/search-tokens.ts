import { foldKeywordText, mergeLetters } from './fold-keyword.ts';

/**
 * The tokens by which an archive is searched, folded: in any case, without accents, of one width. Scripts with spaces have
 * a token for each word. Those without have one for each pair of characters side by side, and one for the last character
 * (bigrams), so that no dictionary decides where words begin. Hangul is among them, since Korean words carry their
 * particles. Each emoji is a token, in any skin.
 *
 * @example splitIntoTokens('Oat-Café 燕麦奶 🥛') // ['oat', 'cafe', '燕麦', '麦奶', '奶', ':1f95b']
 * @see docs/decisions/0047-search-of-archives.md
 */
export function splitIntoTokens(text: string): readonly string[] {
  return splitIntoRuns(foldSearchText(text)).flatMap(({ units, isJoined }) =>
    isJoined ? units.map((unit, place) => unit + (units[place + 1] ?? '')) : units,
  );
}

/** Hashtags and mentions of a text as tokens: `#oatmilk`, `@sam.lee`. */
export function findMarks(text: string): readonly string[] {
  if (!/[#@＃＠]/.test(text)) return [];
  const patterns = getPatterns();
  return [...new Set([...text.matchAll(patterns.marks)].flatMap(([mark]) => toMark(mark) ?? []))];
}

/** A hashtag or mention as one token; null for anything else. */
function toMark(text: string): string | null {
  const [mark] = getPatterns().mark.exec(text) ?? [];
  if (mark === undefined) return null;
  const name = mark.slice(1).replace(/[._-]+$/, '');
  return (/^[#＃]/.test(mark) ? '#' : '@') + escapeToken(foldSearchText(name));
}

/**
 * A value of a field as one token: only letters of any script and digits stay, others and capitals become their code
 * points, so that different values never have one token.
 */
export function escapeToken(value: string): string {
  return value.replace(/[^a-z0-9\u0080-\u{10FFFF}]/gu, (each) => `~${each.codePointAt(0)?.toString(16)}~`);
}

/** A part of a search: words in a row, or a hashtag or mention. */
export interface SearchPhrase {
  readonly kind: 'words' | 'mark';
  readonly tokens: readonly string[];
  /** Whether the last token may be longer. */
  readonly isPrefix: boolean;
  /** Words, and single characters of scripts without spaces, as `compileHighlights` compares them. */
  readonly units: readonly SearchUnit[];
}

interface SearchUnit {
  readonly unit: string;
  /** A character that is not the first of its run: the one before it is beside it. */
  readonly isBeside: boolean;
}

/** What a search has to find, and what it leaves out. */
export interface SearchQuery {
  readonly wanted: readonly SearchPhrase[];
  readonly unwanted: readonly SearchPhrase[];
}

/**
 * Reads words that were typed: `oat milk "flat white" -cow barista* #oatmilk @sam`. Any text is valid: what is no letter,
 * digit or emoji separates words.
 */
export function parseSearch(typed: string): SearchQuery {
  const parts = [...typed.replace(/[“”„‟«»＂]/g, '"').matchAll(/([-−]?)(?:"([^"]*)"|(\S+))/g)];
  const phrases = parts.flatMap(([, sign, phrase, word = '']) => {
    const found = toPhrase(phrase ?? word, phrase === undefined);
    return found === null ? [] : [{ isUnwanted: sign !== '', found }];
  });
  const select = (isUnwanted: boolean) =>
    phrases.flatMap((each) => (each.isUnwanted === isUnwanted ? [each.found] : []));
  return { wanted: select(false), unwanted: select(true) };
}

function toPhrase(text: string, isWord: boolean): SearchPhrase | null {
  const mark = isWord ? toMark(text.replace(/\*$/, '')) : null;
  const isOpen = /[\p{L}\p{M}\p{N}]\*$/u.test(text);
  if (mark !== null) return { kind: 'mark', tokens: [mark], isPrefix: isOpen, units: [] };
  const runs = splitIntoRuns(foldSearchText(text));
  const units = runs.flatMap((run) =>
    run.units.map((unit, at) => ({ unit, isBeside: run.isJoined && at > 0 })),
  );
  const tokens = runs.flatMap(({ units: ofRun, isJoined }, place) => {
    if (!isJoined) return ofRun;
    const pairs = ofRun.map((unit, at) => unit + (ofRun[at + 1] ?? ''));
    // what follows the last character is not known
    return place === runs.length - 1 && pairs.length > 1 ? pairs.slice(0, -1) : pairs;
  });
  if (tokens.length === 0) return null;
  const last = runs.at(-1);
  const isSingle = last?.isJoined === true && last.units.length === 1;
  return { kind: 'words', tokens, isPrefix: isSingle || isOpen, units };
}

/** A place in a text, in code units; `to` is exclusive. */
export interface MatchRange {
  readonly from: number;
  readonly to: number;
}

/** Prepares a function that finds where a text has what a search wants. */
export function compileHighlights({ wanted }: SearchQuery): (text: string) => readonly MatchRange[] {
  return (text) => {
    const places = listUnits(text);
    const ranges = wanted.flatMap(({ kind, tokens, units, isPrefix }) => {
      if (kind === 'mark') return findMarkRanges(text, tokens[0] ?? '', isPrefix);
      return places.flatMap(({ from }, start) => {
        const last = places[start + units.length - 1];
        const isHere = units.every(({ unit, isBeside }, at) => {
          const other = places[start + at];
          if (at > 0 && other?.isBeside !== isBeside) return false;
          const isLast = at === units.length - 1;
          return other?.unit === unit || (isPrefix && isLast && other?.unit.startsWith(unit) === true);
        });
        return isHere && last !== undefined ? [{ from, to: last.to }] : [];
      });
    });
    return joinRanges(ranges);
  };
}

function joinRanges(ranges: readonly MatchRange[]): readonly MatchRange[] {
  const joined: MatchRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.from - other.from)) {
    const before = joined.at(-1);
    if (before === undefined || before.to < range.from) joined.push(range);
    else joined[joined.length - 1] = { from: before.from, to: Math.max(before.to, range.to) };
  }
  return joined;
}

function findMarkRanges(text: string, token: string, isPrefix: boolean): readonly MatchRange[] {
  return [...text.matchAll(getPatterns().marks)].flatMap(({ 0: found, index }) => {
    const mark = toMark(found) ?? '';
    const isHere = isPrefix ? mark.startsWith(token) : mark === token;
    return isHere ? [{ from: index, to: index + found.length }] : [];
  });
}

/** The units of a text that is not folded, with their places in it. */
function listUnits(text: string): readonly (MatchRange & SearchUnit)[] {
  const { runs, characters } = getPatterns();
  return [...text.matchAll(runs)].flatMap(({ 0: run, index, groups }) => {
    const parts = groups?.['joined'] === undefined ? [{ 0: run, index: 0 }] : [...run.matchAll(characters)];
    return parts.flatMap(({ 0: part, index: at }) => {
      const [unit] = splitIntoRuns(foldSearchText(part)).flatMap(({ units }) => units);
      const from = index + at;
      return unit === undefined ? [] : [{ unit, isBeside: at > 0, from, to: from + part.length }];
    });
  });
}

const ASCII = /^[\0-\x7F]*$/;

function foldSearchText(text: string): string {
  const folded = mergeLetters(foldKeywordText(text));
  if (ASCII.test(folded)) return folded;
  return folded
    .normalize('NFD')
    .replace(/[\u0300-\u036F]+/g, '')
    .normalize('NFC')
    .replace(/[øłđæœðþ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Letters that Unicode does not take apart into one without an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
};

/** Longer words are cut, as no one types them. */
const LONGEST = 100;

interface ScriptRun {
  readonly units: readonly string[];
  /** Of a script without spaces. */
  readonly isJoined: boolean;
}

function splitIntoRuns(folded: string): readonly ScriptRun[] {
  // most texts
  if (ASCII.test(folded))
    return [
      { units: folded.match(/[a-z0-9]+/g)?.map((word) => word.slice(0, LONGEST)) ?? [], isJoined: false },
    ];
  const { runs, characters } = getPatterns();
  return [...folded.matchAll(runs)].map(({ 0: run, groups }) => {
    if (groups?.['joined'] !== undefined) return { units: run.match(characters) ?? [], isJoined: true };
    return {
      units: [groups?.['emoji'] === undefined ? run.slice(0, LONGEST) : nameEmoji(run)],
      isJoined: false,
    };
  });
}

/** Emoji are spelled in ASCII, so that their tokens do not depend on the Unicode version of SQLite. */
function nameEmoji(emoji: string): string {
  return `:${[...emoji].map((each) => each.codePointAt(0)?.toString(16)).join('')}`;
}

const buildPatterns = () => {
  const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
  const joined = `[[\\u30FC${scripts.map((name) => `\\p{Script=${name}}`).join('')}]&&[\\p{L}\\p{N}]]`;
  const word = `[[\\p{L}\\p{N}]--${joined}][[\\p{L}\\p{M}\\p{N}]--${joined}]*`;
  const emoji = '\\p{Regional_Indicator}{2}|[\\p{Extended_Pictographic}--[\\p{ASCII}©®™]]';
  const mark = '[#＃][\\p{L}\\p{M}\\p{N}_]+|[@＠][\\p{L}\\p{M}\\p{N}_.\\-]+';
  return {
    runs: new RegExp(`(?<joined>(?:${joined}\\p{M}*)+)|(?<emoji>${emoji})|${word}`, 'gv'),
    characters: /\P{M}\p{M}*/gu,
    marks: new RegExp(`(?<![\\p{L}\\p{N}_&\\/])(?:${mark})`, 'gv'),
    mark: new RegExp(`^(?:${mark})$`, 'v'),
  };
};

const patterns: { built?: ReturnType<typeof buildPatterns> } = {};

/** Built when a text is first searched: the classes of all scripts take milliseconds. */
function getPatterns() {
  patterns.built ??= buildPatterns();
  return patterns.built;
}
