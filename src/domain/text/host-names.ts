import endings from 'tlds' with { type: 'json' };
import { hasValidLabels } from './label-lengths.ts';

/** The list has the endings that IANA delegated. `example` is reserved for documentation, where it is a real name. */
const DOCUMENTATION = 'example';

let known: ReadonlySet<string> | undefined;
let foreign: ReadonlyMap<string, readonly string[]> | undefined;

/** What may not follow an ending, as twitter-text has it: `kestrel.com@…` and `kestrel.com-…` are no names. */
const CONTINUES = /[0-9A-Za-z@+-]/;
const ASCII_ENDING = /[a-z]+/iy;
const PUNYCODE = /xn--[-0-9a-z]+/iy;

/**
 * Returns where the known ending of a host name ends that begins at a place of a text; -1 without one. In one word with
 * other scripts it ends before them: `com` in `comで`.
 *
 * @see https://data.iana.org/TLD/tlds-alpha-by-domain.txt
 */
function findKnownEnding(text: string, from: number): number {
  ASCII_ENDING.lastIndex = from;
  const word = ASCII_ENDING.exec(text)?.[0];
  if (word === undefined) return findForeignEnding(text, from);
  known ??= new Set(endings);
  const end = from + word.length;
  const isKnown = !CONTINUES.test(text.charAt(end)) && known.has(word.toLowerCase());
  if (isKnown) return end;
  PUNYCODE.lastIndex = from;
  return PUNYCODE.test(text) ? PUNYCODE.lastIndex : findForeignEnding(text, from);
}

/** Whether a name ends as those of documentation do. */
function findDocumentationEnding(text: string, from: number): number {
  const end = from + DOCUMENTATION.length;
  const isIt = text.slice(from, end).toLowerCase() === DOCUMENTATION && !CONTINUES.test(text.charAt(end));
  return isIt ? end : -1;
}

/** Finds an ending that is not only of ASCII letters: the longest that the text has there, such as `中国` or `рф`. */
function findForeignEnding(text: string, from: number): number {
  foreign ??= groupByFirstCharacter(endings.filter((each) => !/^[a-z]+$/.test(each)));
  const candidates = foreign.get(text.charAt(from).toLowerCase()) ?? [];
  const found = candidates.find((ending) => {
    const end = from + ending.length;
    return text.slice(from, end).toLowerCase() === ending && !CONTINUES.test(text.charAt(end));
  });
  return found === undefined ? -1 : from + found.length;
}

function groupByFirstCharacter(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  return Map.groupBy(longestFirst, (name) => name.charAt(0));
}

/** Accented Latin letters and their marks, as members of a character class. As twitter-text has them. */
export const LATIN = String.raw`\xC0-\xD6\xD8-\xF6\xF8-\u024F\u0253\u0254\u0256\u0257\u0259\u025B\u0263\u0268\u026F\u0272\u0289\u028B\u02BB\u0300-\u036F\u1E00-\u1EFF`;

/** Characters that separate names, as twitter-text has them, without those of a name itself: `.`, `-` and `_`. */
const SEPARATORS = String.raw`!'#%&()*+,\\/:;<=>?@\[\]^\{\|\}~$\t-\r \u0085\u00A0\u1680\u180E\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFFFE\uFEFF\uFFFF\u202A-\u202E\u061C\u200E\u200F\u2066-\u2069`;
const RUN = new RegExp(`[^${SEPARATORS}]+`, 'g');
/** Links do not begin directly behind these. */
const NOT_BEFORE = /[A-Za-z0-9@＠$#＃\uFFFE\uFEFF\uFFFF]/;
/** Names without a scheme do not begin directly behind these. */
const NOT_BEFORE_NAME = /[-_./]/;
/** A character of ASCII or accented Latin names, as twitter-text has them. */
const LATIN_LABEL = new RegExp(`[-a-z0-9${LATIN}]`, 'i');

export interface HostName {
  readonly start: number;
  readonly end: number;
}

/** One part of a run of labels that dots separate. */
interface Label {
  start: number;
  end: number;
  /** Where the known ending that follows its dot ends; -1 without one. */
  ending: number;
  /** Place of its last underscore; before its start without one. */
  underscore: number;
  /** Where the longest name ends that has this whole label; -1 if it can be part of none. */
  reach: number;
}

interface HostSearch {
  before: number;
  skipTo: () => number;
  skipsFirst: boolean;
}

/** Whether a link may begin at a place of a text, by the character before it. */
export function mayBeginAt(text: string, at: number): boolean {
  return !NOT_BEFORE.test(text.charAt(at - 1));
}

/** Returns where the host name with a known ending that begins at a place of a text ends; -1 without one. */
export function findHostEnd(
  text: string,
  from: number,
  { isDocumentation }: { isDocumentation: boolean },
): number {
  RUN.lastIndex = from;
  const run = RUN.exec(text);
  if (run?.index !== from) return -1;
  const [label] = splitLabels(text, { start: from, end: RUN.lastIndex }, isDocumentation);
  return label?.reach ?? -1;
}

/**
 * Finds host names without a scheme and with a known ending, as X does (twitter-text): not behind letters, `@`, `#` or
 * `$`, and only the ASCII part of a word with other scripts. In linear time.
 *
 * @param skipTo asks where the caller is: nothing is looked for before it
 * @param before names that begin there or later are not looked for
 * @param skipsFirst whether a first letter of the text that is not ASCII is no part of a name, as at X
 */
export function* findHostNames(
  text: string,
  { before, skipTo, skipsFirst }: HostSearch,
): Generator<{ start: number; end: number; names: readonly HostName[] }, void> {
  let at = skipTo();
  while (at < before) {
    RUN.lastIndex = at;
    const run = RUN.exec(text);
    if (run === null || run.index >= before) return;
    const place = { start: run.index, end: run.index + run[0].length };
    if (run[0].includes('.')) yield* findInRun(text, place, { before, skipTo, skipsFirst });
    at = Math.max(place.end, skipTo());
  }
}

function* findInRun(
  text: string,
  run: HostName,
  { skipTo, skipsFirst }: HostSearch,
): Generator<{ start: number; end: number; names: readonly HostName[] }, void> {
  const labels = splitLabels(text, run, false);
  let index = 0;
  for (const start of listStarts(text, run, skipsFirst)) {
    const from = skipTo();
    if (from >= run.end) return;
    if (start < from || (start === from && from > 0)) continue;
    while (start > (labels[index]?.end ?? Number.POSITIVE_INFINITY)) index += 1;
    const end = findReach(text, start, { label: labels[index], next: labels[index + 1] });
    if (end === -1) continue;
    const isPart = NOT_BEFORE_NAME.test(text.charAt(start - 1));
    const names = isPart ? [] : findAsciiNames(text, labels, { start, end });
    yield { start, end, names };
  }
}

function* listStarts(text: string, { start, end }: HostName, skipsFirst: boolean): Generator<number, void> {
  if (start === 0) {
    if (skipsFirst && isLabelCharacter(text.charAt(1)) && mayBeginAt(text, 1)) yield 1;
    if (isLabelCharacter(text.charAt(0))) yield 0;
  }
  for (let at = Math.max(start, 1); at < end; at += 1) {
    if (isLabelCharacter(text.charAt(at)) && mayBeginAt(text, at)) yield at;
  }
}

function isLabelCharacter(character: string): boolean {
  return character !== '.' && character !== '-' && character !== '_';
}

function splitLabels(text: string, run: HostName, isDocumentation: boolean): readonly Label[] {
  let start = run.start;
  const labels = text
    .slice(run.start, run.end)
    .split('.')
    .map((label): Label => {
      const end = start + label.length;
      const ending = end < run.end ? findEnding(text, end + 1, isDocumentation) : -1;
      const found = { start, end, ending, underscore: start + label.lastIndexOf('_'), reach: -1 };
      start = end + 1;
      return found;
    });
  for (let index = labels.length - 1; index >= 0; index -= 1) {
    const label = labels[index];
    if (label === undefined || !isLabelCharacter(text.charAt(label.start))) continue;
    label.reach = findReach(text, label.start, { label, next: labels[index + 1] });
  }
  return labels;
}

function findEnding(text: string, from: number, isDocumentation: boolean): number {
  const end = findKnownEnding(text, from);
  return end === -1 && isDocumentation ? findDocumentationEnding(text, from) : end;
}

/** Returns where the longest name ends that begins inside of a label; -1 without one. */
function findReach(
  text: string,
  start: number,
  { label, next }: { label: Label | undefined; next: Label | undefined },
): number {
  if (label === undefined || !isLabelCharacter(text.charAt(label.end - 1))) return -1;
  if (next !== undefined && next.reach !== -1) return next.reach;
  // the label before the ending has no underscore, those before it may have
  return label.underscore < start ? label.ending : -1;
}

/** Finds the names of ASCII and accented letters in a name, as X only links these without a scheme. */
function findAsciiNames(text: string, labels: readonly Label[], name: HostName): readonly HostName[] {
  if (!hasValidLabels(text.slice(name.start, name.end))) return [];
  const names: HostName[] = [];
  let start = -1;
  let end = -1;
  for (const label of labels) {
    const from = Math.max(label.start, name.start);
    if (label.end <= name.start || from >= name.end) continue;
    const tail = findAsciiTail(text, from, label.end);
    if (tail > from || start === -1) {
      if (end !== -1) names.push({ start, end });
      [start, end] = [Math.max(tail, end), -1];
    }
    if (start >= label.end) start = -1;
    else if (label.ending !== -1 && label.ending <= name.end) end = label.ending;
  }
  if (end !== -1) names.push({ start, end });
  return names;
}

function findAsciiTail(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && LATIN_LABEL.test(text.charAt(at - 1))) at -= 1;
  return at;
}
