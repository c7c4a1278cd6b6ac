import { expect, test } from 'vitest';
import { openSqliteInbox } from '../../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { followHistory } from '../../../../src/receiver/run/catch-up.ts';
import { createReceiverLog, type ReceiverLogEntry } from '../../../../src/receiver/run/receiver-log.ts';
import {
  type DatedEntry,
  sortHistory,
  type TakenReport,
  takeHistory,
} from '../../../../src/receiver/run/take-history.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/service/durations.ts';
import type { HookHistoryEntry } from '../../../../src/service/endpoints/webhooks.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { ARRIVAL, arrived } from '../../../support/receiver/arrived.ts';
import { createReceiverWorld } from '../../../support/receiver/receiver-world.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function entryOf(hookId: string, created: string): HookHistoryEntry {
  return { action: 'messages', hookId, timeStamp: 1, created, refId: 'r', title: 't', url: 'u', code: 1 };
}

const dated = (hookId: string, at: number): DatedEntry => ({
  entry: entryOf(hookId, new Date(at).toISOString()),
  action: 'messages',
  at,
});

/** A receiver that last ran an hour before, and a history that the test decides. */
function openHistory({
  lastSeen = (ARRIVAL - 60 * MINUTE_MS) as number | null,
  isFollowed = false,
  isOnce = false,
} = {}) {
  const clock = stoppedClock(ARRIVAL);
  const entries: ReceiverLogEntry[] = [];
  const ending = new AbortController();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const { signal } = ending;
  const log = createReceiverLog(
    { clock, signal, log: async (entry) => void entries.push(entry) },
    (name) => name,
    () => null,
  );
  const state = {
    reads: 0,
    error: null as Error | null,
    history: [] as DatedEntry[],
    taken: [] as string[],
    getCaughtUp: null as (() => number) | null,
  };
  const source = {
    ...{ isFollowed, isOnce },
    async read() {
      state.reads += 1;
      if (state.error !== null) throw state.error;
      return state.history;
    },
  };
  const run = {
    ...{ lastSeen, log, closed },
    async take(found: readonly DatedEntry[]) {
      state.taken.push(...found.map(({ entry }) => entry.hookId ?? ''));
      return found.length;
    },
    startUpkeep: (getCaughtUp: () => number) => {
      state.getCaughtUp = getCaughtUp;
    },
  };
  const world = createReceiverWorld({ clock, signal });
  const advance = async (ms: number) => {
    clock.advance(ms);
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  };
  /** How long before now all is taken in; null before the upkeep has begun. */
  const getBehindMs = () => (state.getCaughtUp === null ? null : clock.now() - state.getCaughtUp());
  const said = () =>
    entries.splice(0).map(({ level, event, message, fields }) => [level, event, message, fields]);
  return {
    ...{ clock, ending, close, state, advance, said, getBehindMs },
    follow: () => followHistory(source, run, world),
  };
}

test('what came since the last run is taken in, and again after a sleep of the machine', async () => {
  const { follow, state, said, advance, getBehindMs } = openHistory();
  const since = ARRIVAL - 60 * MINUTE_MS - DAY_MS;
  state.history = [dated('before', since - 1), dated('first', since), dated('last', ARRIVAL)];
  await follow();
  expect(state.taken).toEqual(['first', 'last']);
  expect(said()).toEqual([['info', 'history.taken', '2 deliveries taken from the history', { count: 2 }]]);
  expect(getBehindMs()).toBe(0);
  state.history = [];
  for (const [ms, reads] of [
    [MINUTE_MS, 1],
    [11 * MINUTE_MS, 1],
    [11 * MINUTE_MS + 1, 2],
    [MINUTE_MS, 2],
  ] as const) {
    await advance(ms);
    expect([state.reads, getBehindMs()]).toEqual([reads, 0]);
  }
  expect(said()).toEqual([]);
});

test('a history that cannot be read is read each minute, and reported once for each reason', async () => {
  const { follow, state, said, advance, getBehindMs, clock } = openHistory();
  state.error = new Error('not reachable');
  await follow();
  const failing = (error: string) => [
    ...['warn', 'history.failing', `the history could not be read, and is tried again: ${error}`],
    { error },
  ];
  expect(said()).toEqual([failing('not reachable')]);
  await advance(MINUTE_MS);
  expect([said(), getBehindMs()]).toEqual([[], null]);
  state.error = new Error('limited');
  await advance(MINUTE_MS);
  expect([said(), state.reads]).toEqual([[failing('limited')], 3]);
  state.error = null;
  state.history = [dated('a', clock.now())];
  await advance(MINUTE_MS);
  expect([state.taken, getBehindMs()]).toEqual([['a'], 0]);
  expect(said()).toEqual([['info', 'history.taken', '1 delivery taken from the history', { count: 1 }]]);
  await advance(MINUTE_MS);
  expect(state.reads).toBe(4);
  // after another sleep it fails for the same reason as before: a new failure, and behind until it is read
  state.error = new Error('limited');
  await advance(12 * MINUTE_MS);
  expect([said(), getBehindMs()]).toEqual([[failing('limited')], 12 * MINUTE_MS]);
});

test('a first run has no history, unless it is followed; then it is read each minute until it ends', async () => {
  const first = openHistory({ lastSeen: null });
  await first.follow();
  expect([first.state.reads, first.getBehindMs()]).toEqual([0, 0]);
  await first.advance(MINUTE_MS);
  expect([first.state.reads, first.getBehindMs()]).toEqual([0, 0]);
  const followed = openHistory({ lastSeen: null, isFollowed: true });
  await followed.follow();
  await followed.advance(MINUTE_MS);
  await followed.advance(MINUTE_MS);
  expect(followed.state.reads).toBe(3);
  followed.close();
  await nextTurn();
  await followed.advance(MINUTE_MS);
  expect(followed.state.reads).toBe(3);
});

test('a history that is read once reports its failure to the caller, as one does that ends', async () => {
  const once = openHistory({ isOnce: true });
  await once.follow();
  await once.advance(20 * MINUTE_MS);
  expect(once.state.reads).toBe(1);
  const failing = openHistory({ isOnce: true });
  failing.state.error = new Error('limited');
  await expect(failing.follow()).rejects.toThrow('limited');
  const ended = openHistory();
  ended.state.error = new Error('ended');
  ended.ending.abort('interrupted');
  await expect(ended.follow()).rejects.toThrow('ended');
});

test('a clock that was set back since the last run reads what came by the clock of now', async () => {
  const { follow, state, getBehindMs } = openHistory({ lastSeen: ARRIVAL + 2 * DAY_MS });
  state.history = [dated('old', ARRIVAL - DAY_MS - 1), dated('new', ARRIVAL - DAY_MS)];
  await follow();
  expect([state.taken, getBehindMs()]).toEqual([['new'], 0]);
});

test('a history is taken in from its oldest entry on, and what was received repeats it', {
  tags: ['HOOK-20', 'W-17'],
}, async () => {
  const sorted = sortHistory({
    messages: [entryOf('h3', '2026-09-21T03:00:00Z'), entryOf('h1', '2026-09-21T01:00:00Z')],
    feed: [entryOf('h2', '2026-09-21T02:00:00Z'), entryOf('h5', 'unknown'), entryOf('h4', 'unknown')],
    status: 'success',
  });
  expect(sorted.map(({ action, entry }) => [action, entry.hookId])).toEqual([
    ['feed', 'h4'],
    ['feed', 'h5'],
    ['messages', 'h1'],
    ['feed', 'h2'],
    ['messages', 'h3'],
  ]);
  const inbox = openSqliteInbox(':memory:');
  await inbox.takeIn([arrived({ hookId: 'h2' })]);
  const sizes: number[] = [];
  const takeIn: typeof inbox.takeIn = (all) => {
    sizes.push(all.length);
    return inbox.takeIn(all);
  };
  const reports: [TakenReport, HookHistoryEntry][] = [];
  const more = Array.from({ length: 200 }, (_, at) => entryOf(`more${at}`, '2026-09-21T04:00:00Z'));
  const added = await takeHistory(
    [...sorted.map(({ entry }) => ({ ...entry, delivery: { success: true } as never })), ...more],
    {
      ...{ inbox: { ...inbox, takeIn }, now: () => ARRIVAL },
      planForwardings: ({ hookId }) => (hookId === 'h1' ? [{ target: 'a', lane: null }] : []),
      onTaken: (...report) => reports.push(report),
    },
  );
  expect([added, sizes]).toEqual([204, [200, 5]]);
  const [, , third, fourth] = reports;
  expect(third?.[0]).toMatchObject({
    ...{ kind: 'taken', receivedAt: ARRIVAL, status: 200, ms: 0, number: 4, repeats: null },
    arrived: { source: 'history', signature: null, headers: {}, forwardings: [{ target: 'a' }] },
  });
  const body = new TextDecoder().decode(third?.[0].arrived.body);
  expect(JSON.parse(body)).toEqual(entryOf('h1', '2026-09-21T01:00:00Z'));
  expect(third?.[0].bytes).toBe(body.length);
  expect(fourth?.[0]).toMatchObject({ repeats: 1 });
  expect(fourth?.[1]).toMatchObject({ hookId: 'h2', delivery: { success: true } });
});
