import type { TextLimit, TextUnit } from '../../service/text-limits.ts';
import { type CountingRule, measureTextLength } from './measure-text.ts';

/** Counting stops this many beyond a limit. */
const EXCESS_COUNTED = 10_000;

/** Length of a text beside its limit. */
export interface CountedText {
  readonly unit: TextUnit;
  readonly count: number;
  readonly limit: number;
  /** False if the text is longer than the count, which ends 10,000 beyond the limit. */
  readonly exact: boolean;
}

/** Counts a text by a limit. @param linkCharacters fixed length of a link (default: links count like other text) */
export function countText(
  text: string,
  { unit, max }: TextLimit,
  linkCharacters: CountingRule['linkCharacters'] = null,
): CountedText {
  const enough = max + EXCESS_COUNTED;
  const isPlain = unit !== 'weighted' && linkCharacters === null && PLAIN.test(text);
  const length = isPlain ? text.length : measureTextLength(text, { unit, linkCharacters }, enough);
  return { unit, count: Math.min(length, enough), limit: max, exact: length <= enough };
}

/** Every unit but that of X counts such a text alike. */
const PLAIN = /^[\x20-\x7e\n]*$/;

export function isTooLong({ count, limit }: CountedText): boolean {
  return count > limit;
}

/** `284 of 280`, `3,750 of 3,000 bytes`. */
export function formatCounted({ unit, count, limit, exact }: CountedText): string {
  return `${exact ? '' : 'more than '}${formatNumber(count)} of ${formatNumber(limit)}${unit === 'bytes' ? ' bytes' : ''}`;
}

/** Orders texts by the share of their limit that they take, the fullest first. */
export function compareFullness(one: CountedText, other: CountedText): number {
  return other.count / other.limit - one.count / one.limit;
}

/** `must be at most 3,000 bytes of UTF-8, but has 3,750`. */
function formatTooLong(text: string, counted: CountedText): string {
  const { unit, count, limit, exact } = counted;
  const has = `${exact ? '' : 'more than '}${formatNumber(count)}`;
  return `must be at most ${formatNumber(limit)} ${UNIT_NAMES[unit]}, but has ${has}${explainUnit(text, counted)}`;
}

const UNIT_NAMES: Readonly<Record<TextUnit, string>> = {
  weighted: 'characters',
  graphemes: 'characters',
  codePoints: 'characters',
  codeUnits: 'characters',
  emojiBytes: 'characters',
  bytes: 'bytes of UTF-8',
};

/** Why a count is larger than the number of characters that people see. */
const EXPLANATIONS: Readonly<Partial<Record<TextUnit, string>>> = {
  codePoints: 'counted in Unicode code points',
  codeUnits: 'counted in UTF-16 code units',
  emojiBytes: 'where an emoji counts as its bytes of UTF-8',
};

function explainUnit(text: string, { unit, count, limit }: CountedText): string {
  const why = EXPLANATIONS[unit];
  if (why === undefined) return '';
  return countText(text, { unit: 'graphemes', max: limit }).count === count ? '' : `, ${why}`;
}

/** The finding about a text that is too long, or may be. */
interface TextExcess {
  message: string;
  /** Whether the network may accept it. */
  isSuspected: boolean;
}

/** Says which limit a text exceeds, and by how much; of several the one it exceeds the most. Null if it fits. */
export function describeExcess(
  text: string,
  limits: readonly TextLimit[],
  { name, linkCharacters = null }: { name: string; linkCharacters?: number | null },
): TextExcess | null {
  // the shortest link, a name of four, counts almost six times its length, and nothing counts more
  const near = limits.filter(({ max }) => text.length * 6 > max);
  const [over] = near
    .map((limit) => ({ limit, counted: countText(text, limit, linkCharacters) }))
    .filter(({ counted }) => isTooLong(counted))
    .toSorted((one, other) => compareFullness(one.counted, other.counted));
  if (over === undefined) return describeUnknownUnit(text, near, { name, linkCharacters });
  const { limit, counted } = over;
  if (limit.isSuspected !== true) return { message: formatTooLong(text, counted), isSuspected: false };
  return {
    message: `has ${formatCounted(counted)} characters, and ${name} may refuse it`,
    isSuspected: true,
  };
}

/** A text that fits only if the network counts graphemes, where it documents characters. */
function describeUnknownUnit(
  text: string,
  limits: readonly TextLimit[],
  { name, linkCharacters }: { name: string; linkCharacters: number | null },
): TextExcess | null {
  const limit = limits.find(({ isUnitUnknown }) => isUnitUnknown === true);
  if (limit === undefined) return null;
  const units = countText(text, { unit: 'codeUnits', max: limit.max }, linkCharacters);
  if (!isTooLong(units)) return null;
  const seen = formatCounted(countText(text, limit, linkCharacters));
  const more = `${formatNumber(units.count)} in UTF-16 code units`;
  const message = `has ${seen} characters, but ${more}, and ${name} does not document which it counts: it may refuse it`;
  return { message, isSuspected: true };
}

function formatNumber(count: number): string {
  return count.toLocaleString('en');
}
