import type { Trigger } from '../../service/triggers.ts';
import { getField } from '../json/loose-record.ts';

/** Returns the triggers or actions of an unvalidated body. */
export function readEntries(body: unknown, list: 'triggers' | 'actions'): readonly unknown[] {
  const entries = getField(body, list);
  return Array.isArray(entries) ? entries : [];
}

/** Returns the keywords of an unvalidated trigger; invalid ones are undefined. */
export function readKeywords(trigger: unknown): readonly (string | undefined)[] {
  const keywords = getField(trigger, 'keywords');
  if (!Array.isArray(keywords)) return [];
  return keywords.map((keyword: unknown) => (typeof keyword === 'string' ? keyword : undefined));
}

/** A stored entry: its id, and the entry in its flat form. */
interface IdentifiedEntry {
  readonly id: string;
  readonly entry: unknown;
}

/**
 * Matches the entries of a new list with stored ones, so that unchanged entries keep their ids: those equal in all
 * fields, in any order of fields. Each stored id is used once, by the first equal entry.
 *
 * @returns an id for every entry, in order; null for a new entry
 * @see docs/service/automations.md#update
 * @see docs/service/readings.md#U-14
 */
export function keepIds(
  stored: readonly IdentifiedEntry[],
  entries: readonly unknown[],
): readonly (string | null)[] {
  const left = Map.groupBy(stored.toReversed(), ({ entry }) => toCanonicalJson(entry));
  return entries.map((entry) => left.get(toCanonicalJson(entry))?.pop()?.id ?? null);
}

/** Serializes with sorted keys, so that equal values have equal texts. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** First words of a name, by trigger type. */
const NAME_PREFIXES: Readonly<Record<Trigger['type'], string>> = {
  comment_keyword: 'Comment',
  story_reply: 'Story reply',
  story_comment: 'Story comment',
  dm_reaction: 'Reaction',
  dm_keyword: 'DM',
};

/** Creates a name for an automation without one, from its first trigger. @see docs/service/automations.md#create */
export function createAutomationName([first]: readonly Trigger[]): string {
  if (first === undefined) return 'Automation';
  const beginning = NAME_PREFIXES[first.type];
  if ('keywords' in first && first.keywords !== undefined)
    return `${beginning} with ${first.keywords.join(', ')}`;
  return 'emoji' in first && first.emoji !== undefined ? `${beginning} ${first.emoji}` : beginning;
}
