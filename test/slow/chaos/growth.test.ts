import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/cli/framework/command/command-list.ts';
import { REMOTE, WRITE } from '../../../src/cli/framework/input/flags/flags.ts';
import { DEMO_SEED } from '../../../src/sandbox/demo/demo-seed.ts';
import { createConversationId } from '../../../src/sandbox/engine/events.ts';
import { openSandbox, type Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { CONTROL } from '../../../src/service/control/control.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/service/endpoints.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { stoppedClock } from '../../support/clock.ts';
import { crier } from '../../support/crier.ts';
import { answering } from '../../support/engine/fake-outbound.ts';
import { answerFeedExample } from '../../support/network/feed-site.ts';
import { quickFolder } from '../../support/quick-folder.ts';
import { createGrownInbox, NEWEST_HOOK, RARE_ACTION } from '../../support/receiver/grown-inbox.ts';
import { growStore } from '../../support/sandbox/grow-store.ts';
import { buildSampleRequest } from '../../support/sandbox/sample-request.ts';
import { scaled } from '../../support/scale.ts';
import { shellWords } from '../../support/terminal/shell-words.ts';

const NOW = 1_790_000_000_000;
const TIMES = scaled(2, 10);
const GROWTH = 10;
const ROUNDS = scaled(3, 7);
const isWhole = scaled(0, 1) === 1;
/** Shorter reads cannot be timed. */
const SHORTEST_MS = 1;
/** Of the smaller inbox. */
const DELIVERY_COUNT = scaled(1_000, 10_000);
/** Room for a busy machine; what reads each row takes ten times as long. */
const MARGIN = 4;

const HISTORY = 'reads up to 1,000 posts of the history, to find those that were published last';
const DELIVERIES = 'reads all deliveries of the history, which the service does not page';
const MESSAGES = 'reads all messages of a network, which the service does not page';
const CONVERSATIONS =
  'reads all conversations of a network, which the service does not page, to know that it can';
const COUNTS = 'counts deliveries in indexes, without a look at each';

/** Reads whose time grows with what is stored, although their answer does not, and why. */
const LINEAR: Readonly<Record<string, string>> = {
  'GET /media/instagram/audio/search': 'searches the words of each track of the catalogue',
  'GET /_sandbox/status': 'counts what is due and waits',
  'crier analytics post': HISTORY,
  'crier automations activity': 'reads the first page of each automation',
  'crier automations doctor': CONVERSATIONS,
  'crier automations diff': 'compares each automation with its file',
  'crier comments inbox': HISTORY,
  'crier comments stats': HISTORY,
  'crier hooks explain': DELIVERIES,
  'crier hooks history': DELIVERIES,
  'crier hooks reconcile': DELIVERIES,
  'crier inbox list': HISTORY,
  'crier hooks explain <id>': DELIVERIES,
  'crier hooks inbox remove --state repeated': 'counts each delivery that it would remove',
  'crier hooks inbox stats': COUNTS,
  'crier hooks store status': COUNTS,
  'crier hooks inbox list --contains nothing': 'reads each event, since the words may be anywhere in it',
  'crier messages show': MESSAGES,
  'crier profiles health': CONVERSATIONS,
  'crier report': HISTORY,
};

/** The table of the last run is there. */
const REPORTS = join(import.meta.dirname, '../../../.reports');

const folder = quickFolder('growth');
const open: Sandbox[] = [];
afterAll(() => {
  for (const each of open) each.close();
  rmSync(folder, { recursive: true });
});

/** Examples read this feed; nothing else leaves. */
const readFeeds = answering((request) => answerFeedExample(request) ?? { fault: 'name not found' });

/** The demo data, a number of times. */
async function openGrown(times: number): Promise<Sandbox> {
  const options = {
    file: join(folder, `${times}.db`),
    clock: stoppedClock(NOW),
    random: randomBytes,
    seed: async () => DEMO_SEED,
    openOutbound: () => readFeeds([]),
  };
  (await openSandbox(options)).close();
  const database = openDatabase(options.file);
  database.script('pragma synchronous = off');
  growStore(database, times);
  // a post that is being published has no analytics and no comments
  database.run(`update social_posts set id = 'v' || row, resolves_at = null where id = 'pending'`);
  database.close();
  const sandbox = await openSandbox(options);
  open.push(sandbox);
  await send(sandbox, 'PUT', '/_sandbox/rate-limit', '{"max":null}');
  await send(sandbox, 'POST', '/auto-schedule/set', '{"schedule":["13:05Z"]}');
  return sandbox;
}

async function openStores(times: number): Promise<GrownStores> {
  const inbox = join(folder, `inbox-${times}.db`);
  createGrownInbox(inbox, DELIVERY_COUNT * times);
  const work = join(folder, `work-${times}`);
  mkdirSync(work);
  const sandbox = await openGrown(TIMES * times);
  const database = openDatabase(join(folder, `${TIMES * times}.db`));
  const profileKey = database.value<string>('select profile_key from profiles where profile_key is not null');
  database.close();
  const { reason } = await send(sandbox, 'POST', '/profiles/link-sessions', '{}', profileKey);
  return { sandbox, inbox, work, profileKey, session: JSON.parse(reason).sessionId };
}

async function send(
  { answer, credentials }: Sandbox,
  method: string,
  path: string,
  body: string | null = null,
  profileKey?: string,
) {
  const { apiKey, adminToken, xPair } = credentials;
  const {
    status,
    body: bytes,
    stream,
  } = await answer({
    method,
    url: new URL(`http://sandbox.localhost${path}`),
    headers: {
      authorization: `Bearer ${path.startsWith('/_sandbox/') ? adminToken : apiKey}`,
      'x-twitter-oauth1-api-key': xPair.key,
      'x-twitter-oauth1-api-secret': xPair.secret,
      ...(profileKey !== undefined && { 'profile-key': profileKey }),
    },
    body,
  });
  let sum = bytes.length;
  for await (const chunk of stream?.chunks() ?? []) sum += chunk.length;
  const text = sum < 1_000 ? new TextDecoder().decode(bytes) : '';
  return { isGood: status === 200, bytes: sum, reason: text };
}

/** A sandbox, and an inbox as many times as long as another one. */
interface GrownStores {
  readonly sandbox: Sandbox;
  readonly inbox: string;
  /** What commands write that run before an example. */
  readonly work: string;
  /** A link session, and the key of its profile. */
  readonly session: string;
  readonly profileKey: string | undefined;
}

interface GrownAnswer {
  readonly isGood: boolean;
  readonly bytes: number;
  /** Why it is refused. */
  readonly reason: string;
}

interface GrownRead {
  readonly name: string;
  /** Does what the read needs, if it is refused without. */
  prepare?(stores: GrownStores): Promise<void>;
  run(stores: GrownStores): Promise<GrownAnswer>;
}

/** Each endpoint that reads, with ids of the demo data; and one conversation by its id, also by command. */
function listEndpoints(): readonly GrownRead[] {
  const database = openDatabase(join(folder, `${TIMES}.db`));
  const find = (sql: string) => encodeURIComponent(database.value<string>(sql) ?? 'none');
  const post = find(
    `select post_id from social_posts where platform = 'instagram' and post_id is not null order by row`,
  );
  const automation = find('select automation from dispatches group by 1 order by count(*) desc');
  const paths: Partial<Record<EndpointName, string>> = {
    getComments: `/comments/${post}`,
    getPost: `/post/${post}`,
    getHistoryById: `/history/${post}`,
    getAutomation: `/automations/${automation}`,
    listActivity: `/automations/${automation}/activity`,
    getLink: `/links/${find('select id from links order by row')}`,
    getLinkSession: '/profiles/link-sessions/SESSION',
    getReview: `/reviews/${find(`select id from reviews where platform = 'facebook'`)}?platform=facebook`,
    getAudio: `/media/instagram/audio/${find('select audio_id from tracks order by position')}`,
  };
  const conversation = createConversationId(
    database.value<string>('select account_id from inbox order by row') ?? '',
    database.value<string>('select recipient_id from inbox order by row') ?? '',
  );
  database.close();
  const names = Object.keys(ENDPOINTS) as EndpointName[]; // Object.keys loses the literal key types
  const own = names
    .filter((name) => ENDPOINTS[name].method === 'GET')
    .map((name) => ({ path: ENDPOINTS[name].path, filled: paths[name] ?? buildSampleRequest(name).path }));
  const control = Object.values(CONTROL)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => ({ path, filled: path }));
  const single = {
    path: '/messages/{platform}?conversationId',
    filled: `/messages/instagram?conversationId=${conversation}`,
  };
  const reads = [...own, single, ...control].map(({ path, filled }) => ({
    name: `GET ${path}`,
    run: ({ sandbox, session, profileKey }: GrownStores) =>
      filled.endsWith('SESSION')
        ? send(sandbox, 'GET', filled.replace('SESSION', session), null, profileKey)
        : send(sandbox, 'GET', filled),
  }));
  return [...reads, buildCommand('messages show <id>', `messages show instagram ${conversation}`)];
}

/** The first example of each command that reads, ends by itself and needs nothing else. */
async function listCommands(): Promise<readonly GrownRead[]> {
  const loaded = await Promise.all(
    COMMANDS.map(async ({ path, load }) => ({ name: path.join(' '), command: await load() })),
  );
  return (
    loaded
      .filter(({ command: { flags } }) => flags.includes(REMOTE) && !flags.includes(WRITE))
      // the comment of the example of "comments done" is not among the newest posts, where it is looked for as in the inbox
      .filter(
        ({ name }) => !/^comments done$|watch|listen|^dashboard$|^mcp$|^doctor$|export|open$/.test(name),
      )
      .map(({ name, command }) => buildCommand(name, command.examples[0] ?? name, command.before))
  );
}

/** What reads the inbox, each way to select deliveries with few of them selected. */
const INBOX_LINES: Readonly<Record<string, string>> = {
  'hooks inbox list': 'hooks inbox list',
  'hooks inbox list --action': `hooks inbox list --action ${RARE_ACTION}`,
  'hooks inbox list --person': 'hooks inbox list --person person-3',
  'hooks inbox list --state waiting': 'hooks inbox list --state waiting',
  'hooks inbox list --state dead': 'hooks inbox list --state dead',
  'hooks inbox list --since': 'hooks inbox list --since 3h',
  'hooks inbox list --until': 'hooks inbox list --until 3h',
  'hooks inbox list --contains': `hooks inbox list -n 1 --contains ${NEWEST_HOOK}`,
  'hooks inbox list --contains nothing': 'hooks inbox list --contains oatmeal',
  'hooks inbox show': 'hooks inbox show 3',
  'hooks inbox stats': 'hooks inbox stats',
  'hooks inbox stats --since': 'hooks inbox stats --since 24h',
  'hooks inbox export --since': 'hooks inbox export --since 24h',
  'hooks inbox remove --since': 'hooks inbox remove --since 24h --dry-run',
  'hooks inbox remove --state repeated': 'hooks inbox remove --state repeated --dry-run',
  'hooks inbox forward --state dead': 'hooks inbox forward --state dead --dry-run',
  'hooks store status': 'hooks store status',
  'hooks explain <id>': `hooks explain ${NEWEST_HOOK}`,
};

/**
 * @param line of what uses an inbox, which is then that of the stores
 * @param before lines that are to run before, whose output may go to a file
 */
function buildCommand(name: string, line: string, before: readonly string[] = []): GrownRead {
  const usesInbox = /^hooks (?:inbox|store|explain|reconcile)/.test(line);
  return {
    name: `crier ${name}`,
    async prepare({ sandbox, work }) {
      for (const each of before) {
        const [words = '', file] = each.split(' > ');
        const { stdout } = await crier(shellWords(words), {
          sandbox: { ...sandbox, close() {} },
          folder: work,
          env: { CRIER_CONTEXT: 'sandbox' },
        });
        if (file !== undefined) writeFileSync(join(work, file), stdout);
      }
    },
    async run({ sandbox, inbox, work }) {
      const words = shellWords(line).filter((word) => !['--json', '--sandbox'].includes(word));
      const store = usesInbox ? ['--store', inbox] : [];
      const { exitCode, stdout, stderr } = await crier([...words, ...store, '--json', '--sandbox'], {
        sandbox: { ...sandbox, close() {} },
        folder: work,
      });
      return { isGood: exitCode === 0, bytes: stdout.length, reason: stderr };
    },
  };
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;

const toRatio = (few: number, many: number) => Math.max(many, SHORTEST_MS) / Math.max(few, SHORTEST_MS);

test(`no read takes longer because ${GROWTH} times as much is stored`, async () => {
  const stores = [await openStores(1), await openStores(GROWTH)] as const;
  const inboxReads = Object.entries(INBOX_LINES).map(([name, line]) => buildCommand(name, line));
  const lines: string[] = [];
  const slow: string[] = [];
  const refused: string[] = [];
  for (const { name, run, prepare } of [...listEndpoints(), ...(await listCommands()), ...inboxReads]) {
    const times: [number[], number[]] = [[], []];
    for (const each of stores) if (prepare !== undefined && !(await run(each)).isGood) await prepare(each);
    const ends = [await run(stores[0]), await run(stores[1])] as const;
    refused.push(...ends.filter(({ isGood }) => !isGood).map(({ reason }) => `${name}: ${reason}`));
    const size = ends[1].bytes / Math.max(1, ends[0].bytes);
    const bound = MARGIN * Math.max(size, name in LINEAR ? GROWTH : 1);
    // a read that is far from its bound is not near it at the median
    const isFar = () => toRatio(times[0][0] ?? 0, times[1][0] ?? bound) < bound / 3;
    for (let round = 0; round < ROUNDS && (isWhole || round !== 1 || !isFar()); round += 1) {
      for (const place of [0, 1] as const) {
        const before = process.cpuUsage();
        await run(stores[place]);
        const { user, system } = process.cpuUsage(before);
        times[place].push((user + system) / 1_000);
      }
    }
    const [few, many] = [median(times[0]), median(times[1])];
    const ratio = toRatio(few, many);
    if (ratio > bound) slow.push(`${name}: ${ratio.toFixed(1)} x`);
    lines.push(
      [
        name.padEnd(44),
        `${few.toFixed(1)} ms`.padStart(10),
        `${many.toFixed(1)} ms`.padStart(10),
        `${ratio.toFixed(2)} x`.padStart(9),
        `answer ${size.toFixed(2)} x`.padStart(16),
        ends.every(({ isGood }) => isGood) ? '' : 'refused',
      ].join(' '),
    );
  }
  mkdirSync(REPORTS, { recursive: true });
  writeFileSync(join(REPORTS, 'growth.txt'), `${lines.join('\n')}\n`);
  expect({ slow, refused }, lines.join('\n')).toEqual({ slow: [], refused: [] });
});
