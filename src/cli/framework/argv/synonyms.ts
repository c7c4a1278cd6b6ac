import { EVENT_TRIGGERS } from '../../../domain/automations/event-triggers.ts';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';

type Synonyms = Readonly<Record<string, readonly string[]>>;

/** What users of gh, stripe, kubectl and other social tools type first, with the commands that do it here. */
const FIRST_WORDS: Synonyms = {
  auth: ['login'],
  logs: ['automations activity', 'hooks history'],
  publish: ['posts create'],
  queue: ['posts list --waiting'],
  trigger: ['sandbox trigger', 'sandbox engage'],
  webhooks: ['hooks'],
  whoami: ['status', 'user'],
};

/** Verbs of them, with ours: the first one that the noun has is suggested. */
const VERBS: Synonyms = {
  delete: ['remove', 'unregister', 'forget', 'clear', 'unset'],
  edit: ['update', 'set'],
  logs: ['activity', 'history'],
  ls: ['list', 'get', 'search', 'show', 'status'],
  publish: ['create'],
  resend: ['inbox forward', 'forward', 'redeliver'],
  rm: ['remove', 'delete', 'unregister', 'forget', 'clear', 'unset'],
  search: ['list'],
  start: ['resume'],
  stop: ['pause'],
  tail: ['watch', 'listen'],
  trigger: ['send', 'test'],
  validate: ['check', 'verify'],
  view: ['get', 'show', 'status'],
};

/** Flags of them: the first one that the command has is suggested. */
const FLAGS: Synonyms = {
  '--author': ['--from'],
  '--body': ['--text', '--input'],
  '--csv': ['-o csv'],
  '--field': ['-F', '--set', '--fields'],
  '--filter': ['--contains', '--state', '--status', '--jq'],
  '--format': ['-o'],
  '--forward-to': ['--forward'],
  '--image': ['--media'],
  '--max': ['-n'],
  '--message': ['--dm', '--text'],
  '--network': ['--platform'],
  '--no-color': ['--color never'],
  '--platform': ['--network'],
  '--query': ['--contains'],
  '--search': ['--contains'],
  '--user': ['--from'],
};

const NO_SEARCH = 'there is no search here: print the list with -o csv, or filter it with --jq';

/** What there is in place of a word for which there is no other. After a noun, the key begins with a space. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  search:
    'comments, messages and reviews are found with --contains, as in "comments inbox --contains refund"; posts have no search',
  ' search': NO_SEARCH,
  '--search': NO_SEARCH,
  '--yaml': 'there is no YAML here: use -o json or -o csv',
  ' hide': 'the service cannot hide a comment or a post',
  '-X': 'the method is the first word, as in "crier api GET /user"',
  'posts update --text':
    'the service cannot change the text, media or networks of a post: delete it, and create another',
};

/** Synonyms of values: records of the service say platform, people say network. */
const VALUES: Synonyms = { network: ['platform'], platform: ['network'], jsonl: ['ndjson'] };
/** Trigger types in files have shorter names on a command line. */
const TYPES = Object.entries(EVENT_TRIGGERS);

/**
 * Suggests a command for a synonym; empty for any other word.
 *
 * @param noun the noun before the word; empty for none
 * @param verbs the valid words in its place
 * @param after the words after it
 */
export function suggestCommand(
  word: string,
  { noun, verbs, after }: { noun: string; verbs: readonly string[]; after: readonly string[] },
): string {
  const [next = ''] = after;
  if (noun === 'errors' && /^\d{1,4}$/.test(word)) return formatSuggestion([`errors show ${word}`]);
  if (noun === 'replies' && /\d/.test(word)) return formatSuggestion([`comments replies ${word}`]); // an id of a comment
  if (noun === '' && word === 'auth' && verbs.includes(next)) return formatSuggestion([next]);
  if (noun === '') return formatSuggestion(lookUp(FIRST_WORDS, word)) || explain(word);
  return formatSuggestion(findFirst(lookUp(VERBS, word), verbs)) || explain(` ${word}`);
}

/** Suggests a flag for a synonym. @param names the available flags @param path the command; empty for none */
export function suggestFlag(name: string, names: readonly string[], path: readonly string[] = []): string {
  const isShort = (each: string) => !each.startsWith('--');
  const found = lookUp(FLAGS, name).find(
    (each) => isShort(each) || names.includes(each.split(' ', 1)[0] ?? each),
  );
  return (
    formatSuggestion(found === undefined ? [] : [found]) ||
    explain(`${path.join(' ')} ${name}`) ||
    explain(name)
  );
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
  const types = TYPES.filter((pair) => pair.includes(name)).flat();
  return formatSuggestion(findFirst([...types, ...lookUp(VALUES, name)], names));
}

function lookUp(table: Synonyms, word: string): readonly string[] {
  return Object.hasOwn(table, word) ? (table[word] ?? []) : [];
}

/** The first one that exists. It may be followed by a flag or a value. */
function findFirst(synonyms: readonly string[], names: readonly string[]): readonly string[] {
  return synonyms.filter((each) => names.includes(each.split(' ', 1)[0] ?? each)).slice(0, 1);
}

function explain(key: string): string {
  return Object.hasOwn(EXPLANATIONS, key) ? `${EXPLANATIONS[key]}; ` : '';
}

function formatSuggestion(names: readonly string[]): string {
  return names.length === 0 ? '' : `did you mean ${joinWithOr(names.map((name) => `"${name}"`))}? `;
}
