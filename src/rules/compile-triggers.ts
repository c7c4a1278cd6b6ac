import type { Engagement } from '../facts/engagement.ts';
import type { Trigger } from '../facts/triggers.ts';
import { compileKeywordSearch } from './compile-keyword-search.ts';
import { indexKeywords } from './match-keyword.ts';
import { isMatchingKind, isOnTarget, type Match, matchTrigger } from './match-trigger.ts';

/** A keyword of a trigger of a list. */
interface KeywordListener {
  readonly list: number;
  readonly index: number;
  readonly trigger: Trigger;
  /** Its place among the keywords of the trigger. */
  readonly place: number;
  readonly keyword: string;
}

/** A match on its way: of the triggers that fire the first, and of its keywords the first. */
interface MatchCandidate extends Match {
  readonly place: number;
}

/**
 * What `matchTrigger` says of each of many lists of triggers, prepared for many engagements: all keywords of all lists
 * are looked for at once, so that it takes time with the length of the text and what fires, and hardly with their
 * number.
 *
 * @param lists the triggers of each automation
 * @returns gives the matches by the place of their list; those without one are missing
 * @see docs/service/engine.md#ENG-01 to #ENG-03
 * @see docs/service/readings.md#U-11
 * @see docs/performance.md#P9
 */
export function compileTriggers(
  lists: readonly (readonly Trigger[])[],
): (engagement: Engagement) => ReadonlyMap<number, Match> {
  const spoken = indexKeywordTriggers(lists);
  const silent = listKeywordlessTriggers(lists);
  const spellings = [...spoken.keys()];
  const listeners = [...spoken.values()];
  const search = compileKeywordSearch(spellings);
  return (engagement) => {
    const found = new Map<number, MatchCandidate>();
    const offer = ({ list, index, place, keyword }: Omit<KeywordListener, 'trigger' | 'keyword'> & Match) => {
      const before = found.get(list);
      if (before !== undefined && (before.index < index || (before.index === index && before.place <= place)))
        return;
      found.set(list, { index, place, keyword });
    };
    for (const { list, index, trigger } of silent) {
      const match = matchTrigger([trigger], engagement);
      if (match !== null) offer({ list, index, place: 0, keyword: match.keyword });
    }
    if ('text' in engagement) {
      search(engagement.text, (spelling) => {
        for (const listener of listeners[spelling] ?? []) {
          const { trigger } = listener;
          if (isMatchingKind(trigger, engagement) && isOnTarget(trigger, engagement)) offer(listener);
        }
        return false;
      });
    }
    return new Map([...found].map(([list, { index, keyword }]) => [list, { index, keyword }]));
  };
}

/** Who waits for which keyword, by its spelling. */
function indexKeywordTriggers(
  lists: readonly (readonly Trigger[])[],
): ReadonlyMap<string, readonly KeywordListener[]> {
  const bySpelling = new Map<string, KeywordListener[]>();
  for (const [list, triggers] of lists.entries()) {
    for (const [index, trigger] of triggers.entries()) {
      const keywords = getKeywords(trigger) ?? [];
      for (const [spelling, place] of indexKeywords(keywords)) {
        const listeners = bySpelling.get(spelling) ?? [];
        listeners.push({ list, index, trigger, place, keyword: keywords[place] ?? '' });
        bySpelling.set(spelling, listeners);
      }
    }
  }
  return bySpelling;
}

/** Those that wait for no keyword. */
function listKeywordlessTriggers(
  lists: readonly (readonly Trigger[])[],
): readonly Pick<KeywordListener, 'list' | 'index' | 'trigger'>[] {
  return lists.flatMap((triggers, list) =>
    triggers.flatMap((trigger, index) =>
      getKeywords(trigger) === undefined ? [{ list, index, trigger }] : [],
    ),
  );
}

function getKeywords(trigger: Trigger): readonly string[] | undefined {
  return 'keywords' in trigger ? trigger.keywords : undefined;
}
