import { joinWithOr } from '../../domain/text/lists-and-counts.ts';
import { EVENT_TRIGGERS } from '../automations/event-names.ts';

/** Words of other command lines and what they are called here, one table for each kind of word. */

/** Synonyms of commands. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  auth: ['login'],
  signin: ['login'],
  'sign-in': ['login'],
  whoami: ['status', 'user'],
  use: ['context use'],
  switch: ['context use'],
  error: ['errors show'],
  explain: ['errors show'],
  get: ['comments get'],
  fault: ['sandbox fault'],
  clock: ['sandbox clock'],
  list: ['posts list'],
  ls: ['posts list'],
  view: ['posts get'],
  stats: ['comments stats'],
  watch: ['comments watch'],
  tail: ['comments watch'],
  follow: ['comments watch'],
  stream: ['comments watch'],
  account: ['user'],
  accounts: ['user'],
  me: ['user'],
  platforms: ['networks'],
  automation: ['automations'],
  webhooks: ['hooks'],
  webhook: ['hooks'],
  rules: ['automations'],
};

/** Synonyms of verbs: the first one that the noun has is suggested. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  list: ['search', 'get', 'show', 'status'],
  ls: ['list', 'search', 'get', 'show', 'status'],
  view: ['get', 'show', 'status'],
  show: ['get', 'status'],
  get: ['show', 'status'],
  read: ['get', 'show'],
  tail: ['watch'],
  follow: ['watch'],
  stream: ['watch'],
  switch: ['use'],
  up: ['start'],
  serve: ['start'],
  down: ['stop'],
  kill: ['stop'],
  ps: ['status'],
  describe: ['show', 'get'],
  current: ['show'],
  search: ['list'],
  find: ['list', 'search'],
  new: ['create', 'add', 'save', 'register'],
  create: ['add', 'save', 'register'],
  add: ['create', 'register'],
  rm: ['remove', 'delete', 'unregister', 'forget', 'clear', 'unset'],
  delete: ['remove', 'unregister', 'forget', 'clear', 'unset'],
  remove: ['delete', 'unregister'],
  edit: ['update', 'set'],
  set: ['update'],
  stop: ['pause'],
  disable: ['pause', 'unregister'],
  deactivate: ['pause'],
  start: ['resume'],
  enable: ['resume', 'register'],
  activate: ['resume'],
  validate: ['check'],
  lint: ['check'],
  try: ['test'],
  simulate: ['test'],
};

/** Synonyms of verbs of one noun. */
const OWN_VERBS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  posts: {
    publish: ['create'],
    send: ['create'],
    schedule: ['create', 'update'],
    test: ['check'],
    approve: ['update'],
    reschedule: ['update'],
  },
  automations: {
    copy: ['get --as yaml'],
    clone: ['get --as yaml'],
    duplicate: ['get --as yaml'],
    export: ['get --as yaml'],
    dump: ['get --as yaml'],
  },
  hooks: {
    trigger: ['send'],
    test: ['send'],
    fire: ['send'],
    emit: ['send'],
    ping: ['send'],
    check: ['verify'],
    validate: ['verify'],
    signature: ['sign'],
    log: ['history'],
    logs: ['history'],
    deliveries: ['history'],
  },
  sandbox: {
    fire: ['trigger'],
    emit: ['trigger'],
    retry: ['redeliver'],
    replay: ['redeliver'],
  },
};

/** Synonyms of flags: the first one that the command has is suggested. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  '--format': ['-o'],
  '--csv': ['-o csv'],
  '--tsv': ['-o tsv'],
  '--table': ['-o table'],
  '--ndjson': ['-o ndjson'],
  '--jsonl': ['-o ndjson'],
  '--no-color': ['--color never'],
  '--content': ['--text'],
  '--caption': ['--text'],
  '--body': ['--text'],
  '--image': ['--media'],
  '--video': ['--media'],
  '--media-url': ['--media'],
  '--at': ['--schedule'],
  '--when': ['--schedule'],
  '--date': ['--schedule'],
  '--schedule-date': ['--schedule'],
  '--draft': ['--approve-first'],
  '--zone': ['--time-zone', '--tz'],
  '--time-zone': ['--tz'],
  '--timezone': ['--time-zone', '--tz'],
  '--validate': ['--validate-only'],
  '--force': ['--skip-check'],
  '--option': ['--set'],
  '--audio-id': ['--audio'],
  '--track': ['--audio'],
  '--music': ['--audio'],
  '--replies': ['--flat'],
  '--message': ['--dm', '--text'],
  '--text': ['--dm'],
  '--dm': ['--text'],
  '--comment': ['--comment-id', '--text'],
  '--who': ['--recipient', '--from'],
  '--keyword': ['--text'],
  '--keywords': ['--keyword', '--text'],
  '--event': ['--on', '--type'],
  '--kind': ['--type'],
  '--times': ['--duplicate'],
  '--repeat': ['--duplicate'],
  '--forged': ['--tamper'],
  '--insecure': ['--insecure-skip-tls-verify'],
  '-k': ['--insecure-skip-tls-verify'],
  '--no-check-certificate': ['--insecure-skip-tls-verify'],
  '--no-verify-ssl': ['--insecure-skip-tls-verify'],
  '--skip-tls-verify': ['--insecure-skip-tls-verify'],
  '--allow': ['--allow-private'],
  '--private': ['--allow-private'],
  '--allow-localhost': ['--allow-private'],
  '--on': ['--event'],
  '--active': ['--state active'],
  '--paused': ['--state paused'],
  '--inactive': ['--paused', '--state paused'],
  '--disabled': ['--paused', '--state paused'],
  '--status': ['--state'],
  '--file': ['--text-file', '--ids-from', '--secret-file'],
  '-f': ['--text-file'],
  '--limit': ['--top', '--jq'],
  '--max': ['--limit', '--top', '--jq'],
  '--count': ['--limit', '--top', '--jq'],
  '--search': ['--jq'],
  '--filter': ['--state', '--jq'],
  '--grep': ['--jq'],
  '--query': ['--jq'],
  '--network': ['--platform'],
  '--platform': ['--network'],
  '--networks': ['--platforms'],
};

/** Flags of other programs that are not needed here. */
const NEEDLESS: Readonly<Record<string, string>> = {
  '--interval': 'comments watch polls at nextUpdate by itself; ',
  '--every': 'comments watch asks at nextUpdate by itself; ',
  '-X': 'the method is the first word, as in "crier api GET /user"; ',
  '--request': 'the method is the first word, as in "crier api GET /user"; ',
  '--method': 'the method is the first word, as in "crier api GET /user"; ',
};

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
    return formatSuggestion(
      [...lookUpSynonyms(OWN_VERBS[noun] ?? {}, word), ...lookUpSynonyms(VERBS, word)]
        .filter((twin) => verbs.includes(getFirstWord(twin)))
        .slice(0, 1),
    );
  const [next = ''] = after;
  if (word === 'auth' && verbs.includes(next)) return formatSuggestion([next]);
  return formatSuggestion(
    lookUpSynonyms(COMMANDS, word).map((twin) =>
      twin === 'errors show' && isCode(next) ? `${twin} ${next}` : twin,
    ),
  );
}

/** Suggests a flag for a synonym. @param names the available flags */
export function suggestFlag(name: string, names: readonly string[]): string {
  if (Object.hasOwn(NEEDLESS, name)) return NEEDLESS[name] ?? '';
  const known = lookUpSynonyms(FLAGS, name).filter(
    (twin) => !twin.startsWith('--') || names.includes(getFirstWord(twin)),
  );
  return formatSuggestion(known.slice(0, 1).map((twin) => (twin === '--limit' ? '-n' : twin)));
}

/**
 * Suggests another name of the same thing.
 *
 * @param names the available names
 * @param flag whose value it is (default: none)
 */
export function suggestName(name: string, names: readonly string[], flag = ''): string {
  if (flag === '--output' && /^ya?ml$/i.test(name)) return '"automations get --as yaml" prints YAML; ';
  const twins = [TYPES.get(name), KINDS.get(name), Object.hasOwn(NAMES, name) ? NAMES[name] : undefined];
  const twin = twins.find((each) => each !== undefined && names.includes(each));
  return formatSuggestion(twin === undefined ? [] : [twin]);
}

/** A synonym may include a flag or a value. */
function getFirstWord(twin: string): string {
  return twin.split(' ', 1)[0] ?? twin;
}

function lookUpSynonyms(table: Readonly<Record<string, readonly string[]>>, word: string): readonly string[] {
  return Object.hasOwn(table, word) ? (table[word] ?? []) : [];
}

function isCode(word: string): boolean {
  return /^\d{1,4}$/.test(word);
}

function formatSuggestion(twins: readonly string[]): string {
  return twins.length === 0 ? '' : `did you mean ${joinWithOr(twins.map((twin) => `"${twin}"`))}? `;
}
