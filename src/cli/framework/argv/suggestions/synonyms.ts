import { EVENT_TRIGGERS } from '../../../../domain/automations/event-triggers.ts';
import { joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { FLAGS, OWN_FLAGS } from './other-flags.ts';
import { COMMANDS, type Lead, type Leads, OWN_VERBS, VERBS } from './other-words.ts';

/** Synonyms of names: records of the service say platform, people say network. */
const NAMES: Readonly<Record<string, string>> = {
  network: 'platform',
  platform: 'network',
  jsonl: 'ndjson',
  message: 'dm',
};

/** Trigger types in files have shorter names on a command line. */
const KINDS = new Map<string, string>(Object.entries(EVENT_TRIGGERS));
const TYPES = new Map<string, string>(Object.entries(EVENT_TRIGGERS).map(([kind, type]) => [type, kind]));

/**
 * Suggests a command for a synonym; empty for any other word.
 *
 * @param noun the noun before the word; empty for none
 * @param verbs the valid words in its place
 * @param after the words after it
 */
export function suggestCommand(
  word: string,
  {
    noun,
    verbs,
    after,
  }: { readonly noun: string; readonly verbs: readonly string[]; readonly after: readonly string[] },
): string {
  if (noun === 'errors' && isCode(word)) return formatSuggestion([`errors show ${word}`]);
  if (noun !== '')
    return formatLead(
      [...lookUp(OWN_VERBS[noun] ?? {}, word), ...lookUp(VERBS, word)],
      (name) => verbs.includes(getFirstWord(name)),
      1,
    );
  const [next = ''] = after;
  if (word === 'auth' && verbs.includes(next)) return formatSuggestion([next]);
  const named = lookUp(COMMANDS, word).map((each) =>
    each === 'errors show' && isCode(next) ? `${each} ${next}` : each,
  );
  return formatLead(named, () => true);
}

/** Suggests a flag for a synonym. @param names the available flags @param path the command; empty for none */
export function suggestFlag(name: string, names: readonly string[], path: readonly string[] = []): string {
  const leads = [...lookUp(OWN_FLAGS[path.join(' ')] ?? {}, name), ...lookUp(FLAGS, name)].map((each) =>
    each === '--limit' && names.includes(each) ? '-n' : each,
  );
  return formatLead(leads, (each) => !each.startsWith('--') || names.includes(getFirstWord(each)), 1);
}

/**
 * Suggests another name of the same thing.
 *
 * @param names the available names
 * @param flag whose value it is (default: none)
 */
export function suggestName(name: string, names: readonly string[], flag = ''): string {
  if (flag === '--output' && /^ya?ml$/i.test(name))
    return 'there is no YAML here, but "automations get --as yaml" prints it; ';
  const twins = [TYPES.get(name), KINDS.get(name), Object.hasOwn(NAMES, name) ? NAMES[name] : undefined];
  const twin = twins.find((each) => each !== undefined && names.includes(each));
  return formatSuggestion(twin === undefined ? [] : [twin]);
}

/** A synonym may include a flag or a value. */
function getFirstWord(twin: string): string {
  return twin.split(' ', 1)[0] ?? twin;
}

function lookUp(table: Leads, word: string): Lead {
  return Object.hasOwn(table, word) ? (table[word] ?? []) : [];
}

/** Suggests the first names that exist; what there is in their place if none does. @param most names (default: all) */
function formatLead(lead: Lead, exists: (name: string) => boolean, most = lead.length): string {
  const names = lead.filter((each) => typeof each === 'string').filter(exists);
  const sentence = lead.find((each) => typeof each !== 'string');
  return names.length === 0 && sentence !== undefined
    ? `${sentence.instead}; `
    : formatSuggestion(names.slice(0, most));
}

function isCode(word: string): boolean {
  return /^\d{1,4}$/.test(word);
}

function formatSuggestion(twins: readonly string[]): string {
  return twins.length === 0 ? '' : `did you mean ${joinWithOr(twins.map((twin) => `"${twin}"`))}? `;
}
