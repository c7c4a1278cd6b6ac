import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { COMMANDS } from '../../../../../src/cli/framework/command/command-list.ts';
import { REMOTE, WRITE } from '../../../../../src/cli/framework/input/flags/flags.ts';
import type { Transport } from '../../../../../src/client/transport.ts';
import type { OutputStream } from '../../../../../src/world.ts';
import { crier } from '../../../../support/crier.ts';
import { scaled } from '../../../../support/scale.ts';

const isWhole = scaled(0, 1) === 1;
const ENV = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
/** Of each answer that is long: about 5 MB. */
const RECORDS = 2_000;
const AT_ONCE = 20;
const FILLER = 'y'.repeat(2_500);
/** Between these the memory is compared: before, what the command needs is loaded, and the first MiB is read at once. */
const [BEGIN, END] = [RECORDS / 2 - 100, RECORDS - 100];
const PEOPLE = 20;
const POST = 'Gv3rPq7YsKa5MdHt8ZwE';
/** Ids of which one command reads the lists, and those after which the memory may no longer grow. */
const [MANY, FIRST_ENDS] = [10, 4];
/** Of each of their lists: about 2 MB. */
const FEW = 800;
const IDS = Array.from({ length: MANY }, (_id, index) => `x${index}`).join(' ');

const folder = mkdtempSync(join(tmpdir(), 'crier-flat-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (how?: { type: 'minor' }) => void; // a function, with that flag

/** What is in memory: of this thread, without what nothing refers to. */
function measureMemory(): number {
  collectGarbage();
  // buffers are freed by the collection after that of the objects that had them, and a short one does so, too
  collectGarbage({ type: 'minor' });
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

/** Takes what is printed and keeps nothing of it. */
function countOutput(): OutputStream & { readonly bytes: number; readonly longest: number } {
  const stream = {
    isTerminal: false,
    isEmptyFile: false,
    columns: undefined,
    bytes: 0,
    /** Of what was written at once. */
    longest: 0,
    async write(chunk: string | Uint8Array) {
      stream.bytes += chunk.length;
      stream.longest = Math.max(stream.longest, chunk.length);
    },
  };
  return stream;
}

const toComment = (index: number) => ({
  commentId: `c${index}`,
  comment: `text ${index} ${FILLER}`,
  created: '2026-09-21T14:13:20Z',
  from: { id: `p${index % PEOPLE}`, username: `person${index % PEOPLE}` },
  likeCount: index,
});

const toAutomation = (index: number) => ({
  id: `auto_${index}`,
  name: `Automation ${index}`,
  description: FILLER,
  active: true,
  triggers: [],
  actions: [],
  created: '2026-09-21T14:13:20Z',
});

const toDelivery = (index: number) => ({
  hookId: `hook${index}`,
  created: '2026-09-01T14:13:20Z',
  title: FILLER,
  delivery: { state: 'delivered', log: [{ attempt: 0, at: '2026-09-21T14:13:20Z', ms: 12, status: 200 }] },
});

const toPost = (index: number) => ({ id: `post${index}`, post: FILLER, created: '2026-09-21T14:13:20Z' });

const toLink = (index: number) => ({
  id: `link${index}`,
  shortUrl: `https://s.example/${index}`,
  originalUrl: `https://example.com/${FILLER}`,
  clicks: { total: index },
});

const toMessage = (index: number) => ({
  id: `m${index}`,
  created: '2026-09-21T14:13:20Z',
  action: 'received',
  message: `text ${index} ${FILLER}`,
  conversationId: `conversation${index % PEOPLE}`,
  senderId: `p${index % PEOPLE}`,
  recipientId: 'me',
  senderDetails: { id: `p${index % PEOPLE}`, username: `person${index % PEOPLE}` },
});

const toReview = (index: number) => ({
  id: `review${index}`,
  rating: 'FIVE',
  review: FILLER,
  reviewer: { name: `Person ${index}` },
  created: '2026-09-01T14:13:20Z',
});

const toFile = (index: number) => ({ id: `file${index}`, fileName: `${index}.jpg`, description: FILLER });

const AUTOMATION = {
  id: 'auto_1',
  name: 'One',
  active: true,
  stats: { lastTriggeredAt: '2026-09-01T14:13:20Z' },
};

const toRow = (index: number) => ({
  id: `auto_1:trg_1:${index}`,
  automationId: 'auto_1',
  triggerId: 'trg_1',
  triggerType: 'comment_keyword',
  eventId: `${index}`,
  platform: 'instagram',
  recipientId: `p${index}`,
  recipientUsername: `person${index}${FILLER}`,
  status: 'sent',
  keyword: 'price',
  commentText: 'price please',
  actionResults: [],
  created: '2026-09-21T14:13:20Z',
  completedAt: '2026-09-21T14:14:01Z',
});

/**
 * Answers as a service with long lists does, and measures the memory at the beginning and at the end of each of them, and
 * between the ends of several.
 *
 * @param posts that the history has
 */
function serveLongLists({ hasManyAutomations = false, posts = 1, records = RECORDS }) {
  const seen = { produced: 0, grown: 0, grownBetween: 0 };
  let [ended, atFirst] = [0, 0];
  const noteEnd = () => {
    ended += 1;
    if (ended === FIRST_ENDS) atFirst = measureMemory();
    if (ended === MANY) seen.grownBetween = measureMemory() - atFirst;
  };
  const createMeter = () => {
    let from = 0;
    return (index: number) => {
      if (index === BEGIN) from = measureMemory();
      if (index === END) seen.grown = Math.max(seen.grown, measureMemory() - from);
    };
  };
  const notePage = createMeter();
  async function* writeList(beginning: string, toElement: (index: number) => object, end = '}') {
    const noteProduced = createMeter();
    yield Buffer.from(`${beginning}[`);
    for (let index = 0; index < records; index += AT_ONCE) {
      noteProduced(index);
      const chunk = Array.from({ length: AT_ONCE }, (_each, at) => JSON.stringify(toElement(index + at)));
      seen.produced += AT_ONCE;
      yield Buffer.from(`${index === 0 ? '' : ','}${chunk.join(',')}`);
    }
    noteEnd();
    yield Buffer.from(`]${end}`);
  }
  const writePage = (url: URL, key: string, toElement: (index: number) => object) => {
    const start = Number(url.searchParams.get('next') ?? 0);
    const end = Math.min(RECORDS, start + AT_ONCE);
    notePage(start);
    seen.produced += end - start;
    const hasMore = end < RECORDS;
    const pagination = { hasMore, next: hasMore ? String(end) : null, limit: AT_ONCE };
    const rows = Array.from({ length: end - start }, (_each, at) => toElement(start + at));
    return { status: 'success', [key]: rows, meta: { pagination } };
  };
  const history = Array.from({ length: posts }, (_post, index) => ({
    id: posts === 1 ? POST : `Gv3rPq7YsKa5MdHt8Z${10 + index}`,
    post: 'A post',
    status: 'success',
    platforms: ['instagram'],
    created: '2026-09-20T14:13:20Z',
    scheduleDate: '2026-09-20T14:13:20Z',
    postIds: [{ platform: 'instagram', id: `18${index}`, status: 'success' }],
  }));
  const network: Transport = async ({ url }) => {
    const path = url.pathname;
    const list = path.includes('/comments/')
      ? writeList(`{"status":"success","id":"${POST}","instagram":`, toComment)
      : path.endsWith('/hook/history')
        ? writeList('{"automations":', toDelivery)
        : path.endsWith('/links')
          ? writeList('{"status":"success","analytics":', toLink)
          : path.endsWith('/media')
            ? writeList('', toFile, '')
            : path.includes('/messages/') && !url.searchParams.has('conversationId')
              ? writeList('{"status":"success","messages":', toMessage)
              : path.endsWith('/reviews')
                ? writeList(`{"status":"success","${url.searchParams.get('platform')}":`, toReview)
                : hasManyAutomations
                  ? writeList('{"status":"success","automations":', toAutomation)
                  : null;
    const answer = path.endsWith('/activity')
      ? writePage(url, 'activity', toRow)
      : path.endsWith('/history/instagram')
        ? writePage(url, 'posts', toPost)
        : path.endsWith('/history')
          ? { history }
          : { status: 'success', automations: [AUTOMATION] };
    async function* body() {
      yield Buffer.from(JSON.stringify(answer));
    }
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: list ?? body(),
    };
  };
  return { seen, network };
}

/** Commands that read what is short, or what is limited, and how. */
const SHORT: Readonly<Record<string, string>> = {
  'analytics links': 'one record a link, of a limited time',
  'analytics post': 'one record a network',
  'analytics social': 'one record a network',
  'audio get': 'one record an id',
  'audio search': 'as many as --limit',
  'automations diff': 'the automations of files',
  'automations doctor': 'some findings',
  'automations explain': 'some findings',
  'automations export': 'the automations, each a file',
  'automations get': 'one record an id',
  'automations test': 'one event',
  'comments done': 'stops when the ids are found',
  'comments watch': 'remembers each comment, to find what changed',
  dashboard: 'a page at a time',
  doctor: 'some findings',
  'feeds list': 'the feeds of a profile',
  'feeds show': 'one record an id',
  'hashtags check': 'one record',
  'hashtags suggest': 'some suggestions',
  'hooks list': 'one record an action',
  'hooks listen': 'a delivery at a time',
  'inbox done': 'stops when the ids are found',
  'links show': 'one record',
  mcp: 'an answer of a tool, which is cut',
  'media show': 'one record an id',
  'media upload': 'some files',
  'posts calendar': 'a month',
  'posts export': 'the posts of the history, whose number is limited',
  'posts get': 'one record an id',
  'posts open': 'some addresses',
  'posts validate': 'one record a network',
  'profiles health': 'one record an account',
  'profiles link-status': 'one record an id',
  'profiles list': 'a page',
  'schedule list': 'the schedules of a profile',
  status: 'some counts',
  user: 'one record',
};

/** Commands that list or count what may be very long, and how often each reads all of it. */
const FLAT = [
  ['comments get x --flat --contains text -n 5 -o ndjson', 1],
  ['comments get x y -o ndjson', 2],
  ['comments get x y --unanswered -o csv', 2],
  ['comments get x y -o table', 2],
  ['comments replies 17_1 --platform facebook -o ndjson', 1],
  ['comments stats x y --by author --json', 2],
  ['comments stats', 1],
  ['comments inbox', 1],
  ['comments inbox --sort likes -n 3 -o csv', 1],
  ['inbox list --kind comment', 1],
  ['inbox list --kind message --platform instagram', 1],
  ['messages list instagram', 1],
  ['messages list instagram --from person7 --contains text', 1],
  ['messages show instagram person7', 1],
  ['reviews list --rating 5 -n 5', 2],
  ['inbox list --kind review', 2],
  ['comments export --file FOLDER/comments.ndjson', 1],
  ['comments export --file FOLDER/comments.sqlite', 1],
  ['posts list --fields id,commentsByDay --json', 1],
  ['automations activity auto_1 --all -o ndjson', 1],
  ['automations list -o ndjson', 1],
  ['automations list -n 5 -o tsv', 1],
  ['automations report', 1],
  ['report --since 7d', 3],
  ['hooks history --attempts -n 5 --contains hook --json', 1],
  ['hooks explain', 1],
  ['hooks reconcile --since 7d --store FOLDER/inbox.db', 1],
  ['posts list --platform instagram --all -o ndjson', 1],
  ['links list -o table', 1],
  ['media list -n 5 -o csv', 1],
  ['automations report --by day --json', 1],
] as const;

/** The same commands in other formats, or with fewer ids than above: by `npm run chaos`. */
const OTHER_FORMATS = [
  ['comments get x -o ndjson', 1],
  ['comments get x -o csv', 1],
  ['comments get x -o tsv', 1],
  ['comments get x -o table', 1],
  ['comments get x -n 5 --json', 1],
  ['comments get x --sort likes -n 5 -o csv', 1],
  ['comments stats x', 1],
  ['comments inbox -o json', 1],
  ['messages list instagram -n 5 -o csv', 1],
  ['messages list instagram --contains text --json', 1],
  ['automations activity auto_1 --all -o csv', 1],
  ['automations list --state active -o csv', 1],
  ['hooks history', 1],
  ['posts list --platform instagram --all -o table', 1],
  ['links list -o ndjson', 1],
  ['automations report auto_1', 1],
] as const;

test('every command that reads has a line here, or above', async () => {
  const commands = await Promise.all(
    COMMANDS.map(async ({ path, load }) => ({ name: path.join(' '), flags: (await load()).flags })),
  );
  const reads = commands.filter(({ flags }) => flags.includes(REMOTE) && !flags.includes(WRITE));
  const isFlat = (name: string) => FLAT.some(([line]) => line.startsWith(`${name} `) || line === name);
  const names = reads.map(({ name }) => name);
  expect(names.filter((name) => isFlat(name) === name in SHORT)).toEqual([]);
  expect(Object.keys(SHORT).filter((name) => !names.includes(name))).toEqual([]);
});

test.each([...FLAT, ...(isWhole ? OTHER_FORMATS : [])])(
  'memory does not grow with the list: %s',
  async (line, times) => {
    const hasManyAutomations = line.startsWith('automations list');
    const { seen, network } = serveLongLists({ hasManyAutomations });
    const stdout = countOutput();
    const run = await crier(line.replace('FOLDER', folder), { env: ENV, network, stdout });
    expect([run.exitCode, run.stderr]).toEqual([0, expect.any(String)]);
    expect(seen.produced).toBe(times * RECORDS);
    expect(stdout.bytes).toBeGreaterThan(0);
    // kept, they would take at least the size of their texts
    expect(seen.grown).toBeLessThan(((END - BEGIN) * FILLER.length) / 2);
  },
);

const LISTS = [
  ['comments get IDS'],
  ['comments get IDS --sort likes -n 5 --json'],
  ['comments stats IDS'],
  ['comments inbox'],
  ['inbox list --kind comment --state all --contains text -o csv'],
  ['comments export --file FOLDER/many.ndjson'],
  ['report --since 90d'],
  ['posts list --fields id,commentsByDay --json'],
] as const;
const OTHER_LISTS = [
  ['comments get IDS -o ndjson'],
  ['comments get IDS -n 5 --json'],
  ['comments inbox --list -n 5'],
] as const;

test.each([...LISTS, ...(isWhole ? OTHER_LISTS : [])])(
  'memory does not grow with the number of lists: %s',
  async (line) => {
    const { seen, network } = serveLongLists({ posts: MANY, records: FEW });
    const stdout = countOutput();
    const run = await crier(line.replace('FOLDER', folder).replace('IDS', IDS), {
      env: ENV,
      network,
      stdout,
    });
    expect([run.exitCode, run.stderr]).toEqual([0, expect.any(String)]);
    expect(seen.produced).toBeGreaterThanOrEqual(MANY * FEW);
    // kept, they would take the size of the texts of six lists
    expect(seen.grownBetween).toBeLessThan(2 * FEW * FILLER.length);
  },
);

test.each([['hooks history --all -o ndjson'], ['comments inbox --all -o csv'], ['reviews list -o tsv']])(
  'a list that is sorted is written in parts: %s',
  async (line) => {
    const { network } = serveLongLists({});
    const stdout = countOutput();
    const run = await crier(line, { env: ENV, network, stdout });
    expect([run.exitCode, run.stderr]).toEqual([0, expect.any(String)]);
    expect(stdout.bytes).toBeGreaterThan(RECORDS * FILLER.length);
    expect(stdout.longest).toBeLessThan(0.6 * stdout.bytes);
  },
);
