import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteArchive } from '../../../../../../src/cli/features/comments/archive/sqlite-archive.ts';
import { openSqliteInbox } from '../../../../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { type Around, crier } from '../../../../../support/crier.ts';
import { inFolder } from '../../../../../support/in-folder.ts';

const GUIDE = {
  name: 'Guide',
  triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['GUIDE'] }],
  actions: [{ type: 'send_dm', message: 'Hi {{recipient_username}} from {{sender_name}}' }],
};

const POST = '18104695296883560';
const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 2, 2, 8);
const at = (days: number) => new Date(START + days * DAY).toISOString().replace('.000', '');

/** A comment of an archive, by itself. */
const comment = (id: string, text: string, more: object = {}) => ({
  platform: 'instagram',
  id,
  profile: null,
  postId: 'Lt5nWc8RjYq3GvKs6PxA',
  author: { id: 'p1', handle: 'mara', isMe: false },
  text,
  createdAt: at(0),
  extra: { postId: POST },
  ...more,
});

/** A row of activity: what an automation did about a comment. */
const activity = (eventId: string, more: object = {}) => ({
  id: `auto_1:trg_1:${eventId}`,
  automationId: 'auto_1',
  triggerType: 'comment_keyword',
  eventId,
  commentId: eventId,
  recipientId: 'p1',
  recipientUsername: 'mara',
  status: 'sent',
  keyword: 'GUIDE',
  commentText: 'guide please',
  postId: POST,
  actionResults: [sent('Hi mara from Kestrel Lane')],
  created: at(0),
  ...more,
});

const sent = (message: string, more: object = {}) => ({
  type: 'send_dm',
  status: 'sent',
  messageSource: 'template',
  sent: { message },
  ...more,
});

const ended = (status: string) => ({ status, actionResults: [{ type: 'send_dm', status }] });

const toLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

interface Replayed {
  readonly counts: Readonly<Record<string, number>>;
  readonly events: readonly {
    readonly result: string;
    readonly eventId: string;
    readonly would: readonly object[];
  }[];
}

/** Replays rows through automations, which are in a file each. */
async function replayed(
  rows: readonly object[],
  {
    automations = [GUIDE],
    words = [],
    around = {},
  }: { automations?: readonly object[]; words?: readonly string[]; around?: Around } = {},
) {
  const files = Object.fromEntries(
    automations.map((each, index) => [`all/${index}.yaml`, JSON.stringify(each)]),
  );
  return inFolder({ ...files, 'past.ndjson': toLines(rows) }, async (folder) => {
    const line = ['automations', 'test', 'all', '--replay', 'past.ndjson', '--json', ...words];
    const { exitCode, json, stderr } = await crier(line, { folder, ...around });
    return { exitCode, stderr, json: json as Replayed };
  });
}

const withAction = (more: object) => ({ ...GUIDE, actions: [{ ...GUIDE.actions[0], ...more }] });
const withTrigger = (more: object) => ({ ...GUIDE, triggers: [{ ...GUIDE.triggers[0], ...more }] });
const OTHER = withTrigger({ keywords: ['OTHER'] });

test.each<[why: string, automation: object, rows: readonly object[], results: readonly string[]]>([
  ['the same text is sent, whatever the network fills in', GUIDE, [activity('1')], []],
  [
    'another text is sent',
    withAction({ message: 'Hello {{recipient_username}}' }),
    [activity('1')],
    ['1 changed'],
  ],
  ['nothing fires any more', OTHER, [activity('1')], ['1 dropped']],
  [
    'an automation that is paused answers nothing',
    { ...GUIDE, paused: true },
    [activity('1')],
    ['1 dropped'],
  ],
  ['nothing was sent, and nothing would be', OTHER, [activity('1', ended('deduplicated'))], []],
  ['it failed for a reason that no file has', GUIDE, [activity('1', ended('failed'))], []],
  ['a row says only how it ended', GUIDE, [activity('1', { status: 'rate_limited', actionResults: [] })], []],
  [
    'a callback wrote the text',
    GUIDE,
    [activity('1', { actionResults: [sent('anything', { messageSource: 'callback' })] })],
    [],
  ],
  [
    'a callback would write the text',
    withAction({ messageUrl: 'https://example.com/text' }),
    [activity('1')],
    [],
  ],
  [
    'a text that was cut cannot be compared',
    GUIDE,
    [activity('1', { actionResults: [sent('Hi', { truncated: true })] })],
    [],
  ],
  [
    'a second action is new',
    { ...GUIDE, actions: [...GUIDE.actions, { type: 'fire_webhook' }] },
    [activity('1')],
    ['1 changed'],
  ],
  [
    'two automations answered, and one of them would',
    GUIDE,
    [activity('1'), activity('1', { automationId: 'auto_2', actionResults: [sent('Second')] })],
    ['1 changed'],
  ],
  [
    'the person who wrote again got nothing, and would get nothing',
    GUIDE,
    [activity('1'), activity('2', { created: at(1), ...ended('deduplicated') })],
    [],
  ],
  [
    'the window is shorter now',
    withAction({ dedupWindowMinutes: 60 }),
    [activity('1'), activity('2', { created: at(1), ...ended('deduplicated') })],
    ['2 added'],
  ],
  ['the window began before the record', GUIDE, [activity('2', ended('deduplicated'))], []],
  [
    'a refused attempt opens no window',
    GUIDE,
    [activity('1', ended('failed')), activity('2', { created: at(1) })],
    [],
  ],
  ['the window is longer now', GUIDE, [activity('1'), activity('2', { created: at(1) })], ['2 dropped']],
  ['a window ends', GUIDE, [activity('1'), activity('2', { created: at(7) })], []],
  [
    'rows come twice, and in any order',
    GUIDE,
    [
      activity('2', { created: at(9) }),
      activity('1', { status: 'pending', actionResults: [] }),
      activity('1'),
      activity('2', { created: at(9) }),
    ],
    [],
  ],
  [
    'a comment that was not answered would be',
    withTrigger({ keywords: ['GUIDE', 'BREW'] }),
    [
      activity('1', { created: at(-1) }),
      activity('9', { created: at(9), recipientId: 'p9' }),
      comment('3', 'brew?', { author: { id: 'p3' }, createdAt: at(1) }),
    ],
    ['3 added'],
  ],
  ['a comment that was answered is joined with its row', GUIDE, [comment('1', 'GUIDE'), activity('1')], []],
  [
    'what was answered before the activity begins is not known',
    GUIDE,
    [activity('1', { created: at(1), recipientId: 'p2' }), comment('3', 'guide')],
    ['3 unrecorded'],
  ],
  [
    'the post decides, and is not known',
    withTrigger({ postId: '17999000000000456' }),
    [comment('3', 'guide', { extra: {} })],
    ['3 unsure'],
  ],
  [
    'the post decides, and is another one',
    withTrigger({ postId: '17999000000000456' }),
    [comment('3', 'guide')],
    [],
  ],
  [
    'an old row does not name the post',
    withTrigger({ postId: POST }),
    [activity('1', { postId: undefined })],
    ['1 unsure'],
  ],
  ['a row without the text of the comment', GUIDE, [activity('1', { commentText: null })], ['1 unsure']],
  [
    'a reply to a story, of which only the story is recorded',
    {
      ...withAction({ message: 'Thanks, {{comment_text}}' }),
      triggers: [{ type: 'story_reply', storyId: 'all' }],
    },
    [
      activity('1', {
        triggerType: 'story_reply',
        storyId: 's1',
        commentId: null,
        commentText: null,
        actionResults: [sent('Thanks, nice one')],
      }),
    ],
    [],
  ],
  [
    'a reaction',
    { ...GUIDE, triggers: [{ type: 'dm_reaction', emoji: '❤️' }] },
    [activity('1', { triggerType: 'dm_reaction', commentId: null, commentText: '🔥', keyword: '🔥' })],
    ['1 dropped'],
  ],
  [
    'a comment from your own account, and one elsewhere',
    GUIDE,
    [
      comment('1', 'guide', { author: { id: 'p1', isMe: true } }),
      comment('2', 'guide', { platform: 'facebook' }),
    ],
    [],
  ],
])(
  'An event is compared when %s',
  { tags: ['ENG-06', 'D-01', 'D-03', 'D-04', 'D-06'] },
  async (_why, automation, rows, results) => {
    const { json, exitCode } = await replayed(rows, { automations: [automation] });
    expect(json.events.map(({ eventId, result }) => `${eventId} ${result}`)).toEqual(results);
    expect(exitCode).toBe(results.every((each) => each.endsWith('unrecorded')) ? 0 : 11);
  },
);

test('Events and people are counted, and each automation has its own counts', async () => {
  const rows = [
    activity('1'),
    activity('2', { recipientId: 'p2', created: at(1) }),
    comment('3', 'how nice', { author: { id: 'p3' } }),
    comment('4', 'guide', { author: { id: 'p3' }, createdAt: at(0.5) }),
  ];
  const { json } = await replayed(rows, { automations: [GUIDE, OTHER] });
  expect(json).toMatchObject({
    counts: { events: 4, silent: 1, same: 3, added: 1, dropped: 0, peopleBefore: 2, peopleNow: 3 },
    automations: [
      { name: 'Guide', events: 3, people: 3 },
      { name: 'Guide', events: 0, people: 0 },
    ],
  });
});

test('A table has the counts above, and what was sent beside what would be', async () => {
  const rows = [
    activity('1'),
    activity('2', { recipientId: 'p2', recipientUsername: 'ida\u001b[2J', created: at(1) }),
  ];
  const files = {
    'guide.yaml': JSON.stringify(withAction({ message: 'Hello\nand bye' })),
    'past.ndjson': toLines(rows),
  };
  const { stdout, stderr } = await inFolder(files, (folder) =>
    crier('automations test guide.yaml --replay past.ndjson -n 1', {
      folder,
      isTerminal: true,
      env: { NO_COLOR: '1' },
    }),
  );
  expect(stdout).toMatch(
    /^events +2\nchanged +2\npeople answered +2, before 2\nGuide +2 events of 2 people\n/,
  );
  expect(stdout).toContain('- Hi mara from Kestrel Lane');
  expect(stdout).toContain('+ Hello and bye');
  expect(stdout).not.toContain('ida');
  expect(stderr).toContain('showing the first 1 of 2');
  expect(stderr).toContain('2 events would be answered differently');
});

test('Each event is a line of ndjson, in the order of time', async () => {
  const rows = [3, 1, 2].map((day) => activity(`${day}`, { created: at(day), recipientId: `p${day}` }));
  const files = { 'guide.yaml': JSON.stringify(OTHER), 'past.ndjson': toLines(rows) };
  const { stdout } = await inFolder(files, (folder) =>
    crier('automations test guide.yaml --replay past.ndjson -o ndjson', { folder }),
  );
  const lines = stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(lines).toMatchObject([
    { eventId: '1', at: at(1) },
    { eventId: '2' },
    { eventId: '3', result: 'dropped' },
  ]);
});

test.each<[why: string, text: string | Uint8Array, words: string, message: string]>([
  ['is not there', '', '--replay none.ndjson', 'no such file: none.ndjson'],
  ['is a folder', '', '--replay .', '. is a folder'],
  ['is standard input', '', '--replay -', '--replay reads files'],
  ['has another line', '{"a":1}\n', '--replay past.ndjson', 'past.ndjson:1: neither a comment of an archive'],
  [
    'is one document',
    '{\n "activity": []\n}\n',
    '--replay past.ndjson',
    'past.ndjson:1: not a JSON document on one line',
  ],
  [
    'is a damaged database',
    Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4_000, 1)]),
    '--replay past.ndjson',
    'past.ndjson',
  ],
  ['comes with an event', '', '--replay past.ndjson --event dm', '--event cannot be used with --replay'],
  ['is missing', '', '--since 2d', '--since needs --replay'],
])('Nothing is compared when the file of events %s', async (_why, text, words, message) => {
  const { exitCode, stderr } = await inFolder(
    { 'guide.yaml': JSON.stringify(GUIDE), 'past.ndjson': text },
    (folder) => crier(`automations test guide.yaml ${words}`, { folder }),
  );
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});

test('Lines that are not whole are missing and named, and --since selects newer events', async () => {
  const text = `\uFEFF${toLines([activity('1'), activity('2', { created: at(9) })]).replaceAll('\n', '\r\n')}{"id"\0\0\n{"id":"auto`;
  const { json, stderr } = await inFolder(
    { 'guide.yaml': JSON.stringify(OTHER), 'past.ndjson': text },
    (folder) =>
      crier(['automations', 'test', 'guide.yaml', '--replay', 'past.ndjson', '--since', at(5), '--json'], {
        folder,
      }),
  );
  expect((json as Replayed).counts).toMatchObject({ events: 1, dropped: 1, cutLines: 2 });
  expect(stderr).toContain('2 lines that are not whole, left out');
});

test('Comments of another profile are not replayed, and named', async () => {
  const { json, stderr } = await replayed([comment('1', 'guide', { profile: 'harbour' })]);
  expect(json.counts).toMatchObject({ events: 0, ofOtherProfiles: 1 });
  expect(stderr).toContain('1 comment not of the Primary Profile, left out');
});

test('Deliveries of several profiles are all compared, with a note', async () => {
  const rows = DELIVERIES.slice(0, 2).map((event, index) => ({ ...event, refId: `ref-${index}` }));
  const { json, stderr } = await replayed(rows);
  expect(json.counts).toMatchObject({ events: 1, profilesOfDeliveries: 2 });
  expect(stderr).toContain('the deliveries are of 2 profiles');
});

test('The events of a person with more of them than fit into memory are still compared in order', async () => {
  const text = 'x'.repeat(20_000);
  const rows = Array.from({ length: 450 }, (_, index) =>
    activity(`${index}`, {
      created: at(index / 1_000),
      commentText: `guide ${text}`,
      ...(index > 0 && ended('deduplicated')),
    }),
  );
  const { json } = await replayed(rows.toReversed());
  expect(json.counts).toMatchObject({ events: 450, same: 450, peopleNow: 1, peopleBefore: 1 });
});

/** Deliveries as the receiver keeps them. */
const DELIVERIES = [
  {
    action: 'comments',
    id: '1',
    text: 'guide',
    from: { id: 'p1', username: 'mara' },
    media: { id: POST, type: 'FEED' },
    postId: 'Lt5nWc8RjYq3GvKs6PxA',
    created: at(0),
  },
  {
    action: 'automations',
    type: 'automation.triggered',
    automationId: 'auto_1',
    trigger: 'comment_keyword',
    recipientId: 'p1',
    eventId: '1',
    commentId: '1',
    commentText: 'guide',
    postId: POST,
    timestamp: at(0),
  },
  {
    action: 'messages',
    subAction: 'messageCreated',
    type: 'received',
    platform: 'instagram',
    id: 'm1',
    message: 'guide',
    senderId: 'p2',
    created: at(1),
  },
  {
    action: 'messages',
    subAction: 'messageCreated',
    type: 'sent',
    platform: 'instagram',
    id: 'm2',
    message: 'guide',
    senderId: 'own',
    created: at(1),
  },
  { action: 'scheduled', id: 'post', status: 'success' },
];

/** A changed copy of a delivery, which a person made. */
const COPY = {
  action: 'messages',
  subAction: 'messageCreated',
  type: 'received',
  platform: 'instagram',
  id: 'copy',
  message: 'guide',
  senderId: 'p3',
  created: at(1),
};

const DM = { ...GUIDE, triggers: [...GUIDE.triggers, { type: 'dm_keyword', keywords: ['GUIDE'] }] };

test.each(['inbox', 'store.db', 'export.ndjson'])(
  'The receiver’s deliveries are replayed from %s',
  async (source) => {
    const files = {
      'guide.yaml': JSON.stringify(DM),
      'export.ndjson': toLines(
        [...DELIVERIES.map((event) => ({ event, editedFrom: null })), { event: COPY, editedFrom: 3 }].map(
          (each, number) => ({ number, action: each.event.action, ...each }),
        ),
      ),
    };
    await inFolder(files, async (folder) => {
      const store = join(folder, 'store.db');
      const inbox = openSqliteInbox(store);
      await inbox.takeIn(DELIVERIES.map((event, index) => arrive(event, index)));
      await inbox.takeIn([{ ...arrive(COPY, 99), editedFrom: 3 }]);
      await inbox.close();
      const env = {
        CRIER_STORE: store,
        CRIER_CONFIG_DIR: folder,
        CRIER_API_KEY: 'K'.repeat(24),
        CRIER_BASE_URL: 'https://api.example.com',
      };
      const { json, stderr } = await crier(`automations test guide.yaml --replay ${source} --json`, {
        folder,
        env,
      });
      expect(stderr).toContain('what people got is only known from activity');
      expect(json).toMatchObject({
        counts: { events: 2, same: 1, unrecorded: 1, otherRows: source === 'export.ndjson' ? 3 : 2 },
        events: [{ eventId: 'm1', event: 'dm', person: 'p2', result: 'unrecorded', got: null }],
      });
    });
  },
);

function arrive(event: object, index: number) {
  const facts = { action: null, type: null, hookId: null, person: null, post: null };
  return {
    receivedAt: START + index,
    source: 'request' as const,
    facts,
    claims: [Buffer.alloc(32, index)],
    deliveryId: null,
    attempt: null,
    signature: null,
    headers: {},
    body: Buffer.from(JSON.stringify(event)),
    forwardings: [],
  };
}

test('An archive of comments in SQLite is replayed with the activity of the same time', async () => {
  const files = { 'guide.yaml': JSON.stringify(GUIDE), 'past.ndjson': toLines([activity('1')]) };
  await inFolder(files, async (folder) => {
    const archive = openSqliteArchive({ file: join(folder, 'comments.db'), isDryRun: false });
    archive.add([
      archived('1', 'guide', { extra: {} }),
      archived('2', 'lovely', { author: { ...AUTHOR, id: 'p2' } }),
      archived('3', 'guide', { author: { ...AUTHOR, isMe: true } }),
    ]);
    archive.close();
    const line = 'automations test guide.yaml --replay comments.db --replay past.ndjson --json';
    const { json } = await crier(line, { folder });
    expect(json).toMatchObject({ counts: { events: 2, silent: 1, same: 2, otherRows: 1 }, events: [] });
  });
});

const AUTHOR = { id: 'p1', handle: 'mara', name: null, url: null, avatarUrl: null, isMe: false };

const archived = (id: string, text: string, more: object) => ({
  ...{ platform: 'instagram', id, profile: null, postId: 'Lt5nWc8RjYq3GvKs6PxA', post: null, parentId: null },
  ...{
    author: AUTHOR,
    text,
    createdAt: at(0),
    likes: null,
    replyCount: null,
    url: null,
    extra: {},
    archivedAt: at(1),
  },
  ...more,
});
