import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { OutboundAnswer } from '../../../../src/outbound/outbound.ts';
import type { Action } from '../../../../src/service/actions.ts';
import { HOUR_MS } from '../../../../src/service/durations.ts';
import { type Database, openDatabase } from '../../../../src/storage/open-database.ts';
import {
  ANY_TRIGGER,
  type EngagedSandbox,
  engagedSandbox,
} from '../../../support/automations/engaged-sandbox.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { control } from '../../../support/control.ts';
import { createFakeOutbound, withText } from '../../../support/engine/fake-outbound.ts';
import { eventually } from '../../../support/eventually.ts';
import { FEED_URL, ok, writeRss } from '../../../support/network/feed-site.ts';
import { quickFolder } from '../../../support/quick-folder.ts';
import { openHeldSandbox } from '../../../support/sandbox/hold-to-document.ts';
import { askSandbox, NOW } from '../../../support/small-sandbox.ts';
import { POST, SLIGHT_SEED } from '../../../support/small-seed.ts';

const folder = quickFolder('reset');
afterAll(() => rmSync(folder, { recursive: true }));

/** How many rows each table has. */
function countsIn(database: Database): Readonly<Record<string, number>> {
  const tables = database.all<{ name: string }>(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
  );
  const counts = tables.map(({ name }) => {
    const { count } = database.first<{ count: number }>(`select count(*) as count from ${name}`) ?? {
      count: 0,
    };
    return [name, count] as const;
  });
  return Object.fromEntries(counts);
}

test('a reset deletes everything that people and automations did', async () => {
  const file = join(folder, 'sandbox.db');
  const sandbox = await openHeldSandbox({
    file,
    clock: stoppedClock(NOW),
    random: randomBytes,
    seed: async () => SLIGHT_SEED,
  });
  const database = openDatabase(file);
  const fresh = countsIn(database);
  const send = (path: string, body: object) =>
    askSandbox(sandbox, path, { method: 'POST', body: JSON.stringify(body) });
  await send('/hook/webhook', { action: 'automations', url: 'https://hooks.example.com/a' });
  await send('/automations', {
    triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['price'] }],
    actions: [
      { type: 'send_dm', message: 'Here it is.' },
      { type: 'send_email', to: 'desk@shop.example', message: 'One more.' },
      { type: 'fire_webhook' },
    ],
  });
  await send(`/comments/${POST.silent}`, { comment: 'thank you' });
  const { body: link } = await send('/links', { url: 'https://shop.example/spring' });
  const url = new URL(`http://127.0.0.1/s/${link.id}`);
  await sandbox.answer({ method: 'GET', url, headers: {}, body: null });
  await send('/media/upload', { file: 'data:image/png;base64,iVBORw==' });
  await control(sandbox, 'setPerson', { username: 'mara', messageRequests: 'silent' });
  await control(sandbox, 'engage', { kind: 'comment', from: { username: 'mara' }, text: 'price' });
  await control(sandbox, 'advanceClock', { ms: 60_000 });
  await control(sandbox, 'addReview', { platform: 'facebook', rating: 'positive', from: 'Mara Lind' });
  const used = countsIn(database);
  const filled = Object.keys(used).filter((table) => used[table] !== fresh[table]);
  expect(filled).toEqual(
    expect.arrayContaining([
      'engagements',
      'dispatches',
      'action_results',
      'dedup_claims',
      'dm_daily_counts',
      'dm_monthly_counts',
      'dm_conversations',
      'dm_slots',
      'inbox',
      'private_replies',
      'dm_recipients',
      'outbox',
      'deliveries',
      'service_comments',
      'service_comment_copies',
      'automations',
      'webhooks',
      'links',
      'link_clicks',
      'reviews',
      'media_files',
    ]),
  );

  await control(sandbox, 'reset');

  // of the settings the number of clock changes stays: a process that advanced it before has to see that
  expect({ ...countsIn(database), requests: 0 }).toEqual({ ...fresh, requests: 0, settings: 1 });
  database.close();
  sandbox.close();
});

const CALLED = { type: 'send_dm', message: 'template', messageUrl: 'https://texts.example.com/a' } as const;
const fire = (action: Action) => async (engaged: EngagedSandbox) => {
  await engaged.listen();
  await engaged.automate([action], { triggers: ANY_TRIGGER.slice(0, 1) });
  await engaged.engage();
};

/** A sandbox in which one request is due, and is answered when the test says so. */
async function openPending(prepare: (engaged: EngagedSandbox) => Promise<unknown>) {
  const ends: ((answer: Partial<OutboundAnswer>) => void)[] = [];
  let isReady = false;
  const outbound = createFakeOutbound(() =>
    isReady ? new Promise((resolve) => void ends.push(resolve)) : ok(writeRss([])),
  );
  const engaged = await engagedSandbox({ openOutbound: async () => outbound });
  await prepare(engaged);
  isReady = true;
  await control(engaged.sandbox, 'setClock', { mode: 'set', now: new Date(NOW + HOUR_MS).toISOString() });
  return { ...engaged, ends };
}

test.each<
  [
    string,
    (engaged: EngagedSandbox) => Promise<unknown>,
    readonly Partial<OutboundAnswer>[],
    (engaged: EngagedSandbox) => Promise<unknown>,
    unknown,
  ]
>([
  [
    'delivery',
    fire({ type: 'fire_webhook' }),
    [{ status: 200 }, { status: 503 }],
    async ({ sandbox }) =>
      (await control(sandbox, 'listDeliveries')).body.deliveries.map(({ lastStatus }) => lastStatus),
    [503],
  ],
  ['callback', fire(CALLED), [withText('former'), withText('new')], ({ texts }) => texts(), ['new']],
  [
    'reading of a feed',
    ({ ask }) => ask('/feed', { method: 'POST', body: JSON.stringify({ url: FEED_URL }) }),
    [ok(writeRss([], 'Former')), ok(writeRss([], 'New'))],
    async ({ ask }) => (await ask('/feed')).body.feeds.map(({ title }: { title: string }) => title),
    ['New'],
  ],
])(
  'the result of a %s that was in flight at a reset is not that of a row of the new content with its number',
  async (kind, prepare, answers, read, expected) => {
    const file = join(folder, `${kind}.crier`);
    const other = await openPending(prepare);
    await control(other.sandbox, 'exportStore', { file });
    other.sandbox.close();

    const pending = await openPending(prepare);
    const { sandbox, ends, advance } = pending;
    const first = advance(0);
    await eventually(() => expect(ends).toHaveLength(1));
    await control(sandbox, 'reset', { seed: file });
    const second = advance(0);
    await eventually(() => expect(ends).toHaveLength(2));
    ends[0]?.(answers[0] ?? {});
    await first;
    ends[1]?.(answers[1] ?? {});
    await second;
    expect(await read(pending)).toEqual(expected);
    sandbox.close();
  },
);
