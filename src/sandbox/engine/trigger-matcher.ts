import { compileKeywordSearch, indexKeywords } from '../../domain/automations/match-keyword.ts';
import {
  isMatchingKind,
  isOnTarget,
  type Match,
  matchTrigger,
} from '../../domain/automations/match-trigger.ts';
import type { Engagement } from '../../service/engagement.ts';
import type { Trigger } from '../../service/triggers.ts';
import type { Automation } from '../store/automations.ts';
import type { Store } from '../store/store.ts';

/** Matches engagements of one account against its automations. */
interface TriggerMatcher {
  /** The automations change with each revision. */
  readonly revision: number;
  /** In order of creation. */
  readonly automations: readonly Automation[];
  /** Which automations an engagement fires, by index. */
  match(engagement: Engagement): ReadonlyMap<number, Match>;
}

/** Caches the matchers of accounts; compiled again when any automation was changed by any process. */
export function createTriggerMatchers({ automations: stored }: Store): (accountId: string) => TriggerMatcher {
  const cache = new Map<string, TriggerMatcher>();
  return (accountId) => {
    const revision = stored.getRevision();
    const known = cache.get(accountId);
    if (known?.revision === revision) return known;
    const automations = stored.listByAccount(accountId).filter(({ active }) => active);
    const matcher = { revision, automations, match: compileTriggers(automations.map(flattenTriggers)) };
    cache.set(accountId, matcher);
    return matcher;
  };
}

/** The triggers with their fields beside their type. */
export function flattenTriggers({ triggers }: Pick<Automation, 'triggers'>): readonly Trigger[] {
  // validated by the schema of triggers when it was stored
  return triggers.map(({ type, config }) => ({ type, ...config }) as Trigger);
}

/** A keyword of a trigger in a list. */
interface KeywordListener {
  readonly list: number;
  readonly index: number;
  readonly trigger: Trigger;
  /** Its index among the trigger's keywords. */
  readonly place: number;
  readonly keyword: string;
}

/** A possible match: the first trigger that fires wins, and of its keywords the first. */
interface MatchCandidate extends Match {
  readonly place: number;
}

/**
 * Prepares `matchTrigger` for many lists of triggers and many events. All keywords of all lists are searched at once,
 * so that the time depends on the length of the text and the number of matches, but hardly on the number of lists.
 *
 * @param lists the triggers of each automation
 * @returns a function that returns the matches by index of their list; lists without a match are missing
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

/** Indexes the triggers by the spelling of their keywords. */
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

/** Returns the triggers without keywords. */
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
