import { ENGAGEMENTS, type Engagement } from '../../service/engagement.ts';
import { ALL, type Trigger, type TriggerType } from '../../service/triggers.ts';
import { isOneEditApart } from '../text/names.ts';
import { isSameEmoji, normalizeEmoji, splitWords, toNfc } from '../text/unicode.ts';
import { matchKeyword, normalizeKeyword, normalizeKeywordText } from './match-keyword.ts';

/** The trigger that fired. */
export interface Match {
  /** Index of the trigger. */
  readonly index: number;
  /** The keyword as configured, or the emoji of a reaction; null if the trigger fires without one. */
  readonly keyword: string | null;
}

/**
 * Returns the first trigger that an engagement fires, or null: an automation is dispatched once, even if other
 * triggers match. The engagement must belong to the automation's own account.
 *
 * @see docs/service/automations.md#automation
 * @see docs/service/engine.md#ENG-01 to #ENG-03, #ENG-18, #M-04, #M-06, #M-07
 * @see docs/service/readings.md#U-11
 */
export function matchTrigger(triggers: readonly Trigger[], engagement: Engagement): Match | null {
  for (const [index, trigger] of triggers.entries()) {
    if (!isMatchingKind(trigger, engagement) || !isOnTarget(trigger, engagement)) continue;
    const fired = matchContent(trigger, engagement);
    if (fired !== null) return { index, ...fired };
  }
  return null;
}

export function isMatchingKind({ type }: Trigger, { kind }: Engagement): boolean {
  return ENGAGEMENTS[kind].trigger === type;
}

/** Whether the engagement is on the trigger's target. Without a target, everything is. */
export function isOnTarget(trigger: Trigger, engagement: Engagement): boolean {
  const target = getTarget(trigger);
  return target === undefined || target === ALL || listEngagementTargets(engagement).includes(target);
}

/** Returns the post or story that a trigger targets; undefined for none. */
export function getTarget(trigger: Trigger): string | undefined {
  if ('postId' in trigger) return trigger.postId;
  return 'storyId' in trigger ? trigger.storyId : undefined;
}

/**
 * Returns the ids of the engagement's post or story: a post can be targeted by the network's id or by the service's.
 */
function listEngagementTargets(engagement: Engagement): readonly (string | null | undefined)[] {
  if (engagement.kind === 'comment') return [engagement.postId, engagement.servicePostId];
  return 'storyId' in engagement ? [engagement.storyId] : [];
}

/** Returns what matched, or null if the content does not match the trigger. */
function matchContent(trigger: Trigger, engagement: Engagement): Pick<Match, 'keyword'> | null {
  if (engagement.kind === 'reaction') {
    return isMatchingEmoji(trigger, engagement.emoji) ? { keyword: engagement.emoji } : null;
  }
  if (!('keywords' in trigger) || trigger.keywords === undefined) return { keyword: null };
  const keyword = matchKeyword(engagement.text, trigger.keywords);
  return keyword === null ? null : { keyword };
}

function isMatchingEmoji(trigger: Trigger, emoji: string): boolean {
  const wanted = 'emoji' in trigger ? trigger.emoji : undefined;
  return wanted === undefined || isSameEmoji(wanted, emoji);
}

/**
 * Explains to a user why an engagement does not fire a trigger.
 *
 * @returns a clause that follows the trigger's name, with user-written text in quotes; null if the trigger fires
 */
export function explainMismatch(trigger: Trigger, engagement: Engagement): string | null {
  if (!isMatchingKind(trigger, engagement)) {
    return `it listens for ${describeAwaited(trigger.type)}, but this is ${ENGAGEMENTS[engagement.kind].name}`;
  }
  if (!isOnTarget(trigger, engagement)) return describeOtherTarget(trigger, engagement);
  if (matchTrigger([trigger], engagement) !== null) return null;
  if (engagement.kind === 'reaction') return describeOtherEmoji(trigger, engagement.emoji);
  return describeKeywordMiss(engagement.text, ('keywords' in trigger && trigger.keywords) || []);
}

function describeAwaited(type: TriggerType): string {
  return Object.values(ENGAGEMENTS).find(({ trigger }) => trigger === type)?.name ?? type;
}

function describeOtherTarget(trigger: Trigger, engagement: Engagement): string {
  const [kind, place] =
    'postId' in engagement
      ? ['post', engagement.postId]
      : ['story', 'storyId' in engagement ? engagement.storyId : ''];
  return `it listens only to the ${kind} ${getTarget(trigger)}, but this is on ${place}`;
}

const SKIN_TONES = /[\u{1F3FB}-\u{1F3FF}]/gu;

function describeOtherEmoji(trigger: Trigger, emoji: string): string {
  const wanted = ('emoji' in trigger && trigger.emoji) || '';
  const bare = (one: string) => normalizeEmoji(one).replace(SKIN_TONES, '');
  const differs = bare(wanted) === bare(emoji) ? ': their skin tones differ' : '';
  return `it listens for ${wanted}, but this is ${emoji}${differs}`;
}

/** A part of a text, as written and as normalized for matching. */
interface TextPart {
  readonly original: string;
  readonly normalized: string;
}

/** A text prepared for comparison with any number of keywords. */
interface AnalyzedText {
  readonly words: readonly TextPart[];
  /** Parts between whitespace. */
  readonly pieces: readonly TextPart[];
  /** The first keyword that matches if accents are ignored, without its accents; null for none. */
  readonly accentless: string | null;
}

/** Checks for one kind of near miss: returns a message or null. */
type MissCheck = (said: AnalyzedText, keyword: string) => string | null;

/**
 * Describes how close a text without any of the keywords comes to one of them.
 *
 * @param keywords at least one; the text matches none of them
 */
export function describeKeywordMiss(text: string, keywords: readonly string[]): string {
  const said: AnalyzedText = {
    words: [...splitWords(toNfc(text))].map(toTextPart),
    pieces: text.split(/\s+/).map(toTextPart),
    accentless: matchKeyword(stripAccents(text), keywords.map(stripAccents)),
  };
  for (const miss of MISS_CHECKS) {
    for (const keyword of keywords) {
      const words = miss(said, keyword);
      if (words !== null) return words;
    }
  }
  return `the text contains none of its keywords: ${listKeywords(keywords)}`;
}

function toTextPart(written: string): TextPart {
  return { original: written, normalized: normalizeKeywordText(written) };
}

const checkInsideWord: MissCheck = ({ words, pieces }, keyword) => {
  const spelling = normalizeKeyword(keyword);
  const holds = ({ normalized }: TextPart) => spelling !== '' && normalized.includes(spelling);
  const longer = words.find(holds) ?? pieces.find(holds);
  return longer === undefined ? null : `${quoteText(keyword)} is only part of ${quoteText(longer.original)}`;
};

const checkAccent: MissCheck = ({ words, accentless }, keyword) => {
  if (stripAccents(keyword) !== accentless) return null;
  const wanted = stripAccents(normalizeKeyword(keyword));
  const word = words.find(({ normalized }) => stripAccents(normalized) === wanted);
  return `${quoteText(keyword)} and ${word === undefined ? 'the text' : quoteText(word.original)} differ by an accent`;
};

const checkTypo: MissCheck = ({ words }, keyword) => {
  const spelling = normalizeKeyword(keyword);
  if ([...spelling].length < MIN_TYPO_LENGTH) return null;
  const word = words.find(({ normalized }) => isOneEditApart(normalized, spelling));
  return word === undefined
    ? null
    : `${quoteText(keyword)} and ${quoteText(word.original)} differ by a letter`;
};

const checkWordsApart: MissCheck = ({ words }, keyword) => {
  const parts = [...splitWords(normalizeKeyword(keyword))];
  if (parts.length < 2) return null;
  const found = new Set(words.map(({ normalized }) => normalized));
  return parts.every((part) => found.has(part))
    ? `the words of ${quoteText(keyword)} are not next to each other`
    : null;
};

/** Closest first. */
const MISS_CHECKS: readonly MissCheck[] = [checkAccent, checkInsideWord, checkTypo, checkWordsApart];

/** Shorter words are one edit away from too many others. */
const MIN_TYPO_LENGTH = 4;

/** Removes accents; vowels that other scripts write as combining marks stay. */
function stripAccents(text: string): string {
  return toNfc(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '');
}

const MAX_QUOTE_LENGTH = 40;

function quoteText(text: string): string {
  const signs = [...text];
  return `"${signs.length > MAX_QUOTE_LENGTH ? `${signs.slice(0, MAX_QUOTE_LENGTH - 1).join('')}…` : text}"`;
}

const MAX_LISTED = 5;

function listKeywords(keywords: readonly string[]): string {
  const more = keywords.length - MAX_LISTED;
  return keywords.slice(0, MAX_LISTED).map(quoteText).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
