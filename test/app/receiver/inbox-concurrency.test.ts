import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import type { ForwardJob, Inbox } from '../../../src/receiver/inbox/inbox.ts';
import { openPostgresInbox } from '../../../src/receiver/inbox/postgres/open-postgres-inbox.ts';
import { PRUNE_LOCK } from '../../../src/receiver/inbox/postgres/postgres-deliveries.ts';
import { LANE_LOCKS } from '../../../src/receiver/inbox/postgres/postgres-lanes.ts';
import { HOUR_MS } from '../../../src/service/durations.ts';
import { eventually } from '../../support/eventually.ts';
import { listInboxKinds } from '../../support/postgres/inboxes.ts';
import { createTestDatabase } from '../../support/postgres/shared-server.ts';
import { ARRIVAL, arrived } from '../../support/receiver/arrived.ts';

const URL = 'http://127.0.0.1:3000/';
const LISTENERS = 4;
const inLane = (hookId: string) => arrived({ hookId }, [{ target: URL, lane: 'mara' }]);

const kinds = await listInboxKinds();
const database = await createTestDatabase();
afterAll(async () => {
  await Promise.all(kinds.map(({ close }) => close()));
  await database?.drop();
});

describe.each(kinds)('several listeners on one inbox: $name', ({ create, openAgain }) => {
  async function openAll(): Promise<readonly [Inbox, ...Inbox[]]> {
    const first = await create();
    return [first, ...(await Promise.all(Array.from({ length: LISTENERS - 1 }, openAgain)))];
  }

  test('of fifty copies that come to all of them at once, one is new', { tags: ['W-15', 'L3'] }, async () => {
    const inboxes = await openAll();
    const copies = Array.from({ length: 50 }, (_, at) => arrived({ hookId: 'h', timeStamp: at }, [URL]));
    const taken = await Promise.all(copies.map((copy, at) => inboxes[at % LISTENERS]?.takeIn([copy])));
    const firsts = taken.flatMap((each) => each ?? []).filter(({ repeats }) => repeats === null);
    expect(firsts).toHaveLength(1);
    const [inbox] = inboxes;
    expect((await inbox.count({})).deliveries).toMatchObject({ waiting: 1, repeated: 49 });
    expect(await inbox.claim({ target: URL, most: 100, now: ARRIVAL })).toHaveLength(1);
  });

  test('groups that claim the same in opposite orders neither deadlock nor both get it', {
    tags: ['W-15', 'L3'],
  }, async () => {
    const inboxes = await openAll();
    const build = (place: number) => {
      const ids = Array.from({ length: 20 }, (_, at) => `h${at}`);
      const own = place % 2 === 0 ? ids : ids.toReversed();
      return own.map((hookId) =>
        arrived({ hookId, activityId: hookId, type: 'automation.completed', place }, [URL]),
      );
    };
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, place) => inboxes[place % LISTENERS]?.takeIn(build(place))),
    );
    expect(taken.flatMap((each) => each ?? []).filter(({ repeats }) => repeats === null)).toHaveLength(20);
    expect((await inboxes[0].count({})).deliveries).toMatchObject({ waiting: 20, repeated: 11 * 20 });
  });

  test('in a lane, nothing overtakes and nothing is left, while all take in and forward', async () => {
    const inboxes = await openAll();
    const lanes = ['mara', 'len', 'dina'];
    const order = new Map<string, number[]>(lanes.map((lane) => [lane, []]));
    const running = new Set<string>();
    let isFilled = false;
    const target = 'ordered';

    async function take(inbox: Inbox, place: number): Promise<void> {
      for (let round = 0; round < 5; round += 1)
        await inbox.takeIn(
          lanes.map((lane) => arrived({ hookId: `${place} ${round} ${lane}` }, [{ target, lane }])),
        );
    }

    async function forward(inbox: Inbox): Promise<void> {
      for (;;) {
        const wasFilled = isFilled;
        const jobs = await inbox.claim({ target, most: 2, now: ARRIVAL });
        for (const job of jobs) begin(job);
        for (const { facts } of jobs) running.delete(getLane(facts.hookId));
        await inbox.record(
          jobs.map((job) => ({ job, ms: 1, status: 200, error: null, next: 'done' })),
          ARRIVAL,
        );
        if (jobs.length === 0 && wasFilled && (await inbox.listWaitingTargets()).length === 0) return;
      }
    }

    const getLane = (hookId: string | null) => hookId?.split(' ')[2] ?? '';
    function begin({ number, facts }: ForwardJob): void {
      const lane = getLane(facts.hookId);
      expect(running).not.toContain(lane);
      running.add(lane);
      order.get(lane)?.push(number);
    }

    const forwarding = Promise.all(inboxes.slice(0, 2).map(forward));
    await Promise.all(inboxes.map(take));
    isFilled = true;
    await forwarding;
    for (const numbers of order.values()) {
      expect(numbers).toHaveLength(5 * LISTENERS);
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    }
  });
});

describe.each(database === null ? [] : [database])('Postgres', ({ url, run: runSql }) => {
  async function openEmpty(): Promise<Inbox> {
    await runSql('delete from crier.deliveries', 'delete from crier.claims');
    return openPostgresInbox({ url });
  }

  test('the clocks of machines that differ by hours do not take each other’s attempts', async () => {
    const [one, other] = [await openEmpty(), await openPostgresInbox({ url })];
    const now = ARRIVAL;
    await one.takeIn([arrived({ hookId: 'h' }, [URL], now + HOUR_MS)]);
    const [job] = await one.claim({ target: URL, most: 1, now: now - HOUR_MS });
    expect(job).toMatchObject({ attempt: 1 });
    for (const skewed of [now - 3 * HOUR_MS, now, now + 3 * HOUR_MS])
      expect(await other.claim({ target: URL, most: 1, now: skewed })).toEqual([]);
    if (job !== undefined)
      await one.record(
        [{ job, ms: 1, status: 500, error: 'status 500', next: { waitMs: HOUR_MS } }],
        now - HOUR_MS,
      );
    const wait = (await other.findWait(URL, now + 5 * HOUR_MS)) ?? 0;
    expect(wait).toBeGreaterThan(HOUR_MS - 60_000);
    expect(wait).toBeLessThanOrEqual(HOUR_MS);
    await one.close();
    await other.close();
  });

  test.each<readonly [name: string, run: (inbox: Inbox, job: ForwardJob) => Promise<unknown>]>([
    ['a delivery that is taken in', (inbox) => inbox.takeIn([inLane('2')])],
    [
      'a result',
      (inbox, job) => inbox.record([{ job, ms: 1, status: 200, error: null, next: 'done' }], ARRIVAL),
    ],
    ['a delivery that is forwarded again', (inbox) => inbox.forwardAgain({}, URL, ARRIVAL)],
    ['a removal', (inbox) => inbox.remove({})],
  ])('what adds to a lane and what leaves it wait for each other: %s', async (_name, run) => {
    const inbox = await openEmpty();
    await inbox.takeIn([inLane('1')]);
    const [job] = await inbox.claim({ target: URL, most: 1, now: ARRIVAL });
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    // another machine is in the middle of a transaction in this lane
    await other.query('begin');
    await other.query(
      `select pg_advisory_xact_lock(${LANE_LOCKS}, lock) from generate_series(0, 63) as lock`,
    );
    let isDone = false;
    if (job === undefined) throw new Error('nothing was claimed');
    const running = run(inbox, job).then(() => {
      isDone = true;
    });
    await eventually(async () => {
      const { rows } = await other.query(
        "select 1 from pg_locks where locktype = 'advisory' and not granted",
      );
      expect(rows.length > 0 || isDone).toBe(true);
    });
    expect(isDone).toBe(false);
    await other.query('commit');
    await running;
    await other.end();
    await inbox.close();
  });

  test.each([
    ['by itself', arrived({ hookId: 'h' }, [URL])],
    ['in a lane', inLane('h')],
  ])('what another machine claims at the same time is known: %s', async (_what, delivery) => {
    const inbox = await openEmpty();
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('begin');
    await other.query('insert into crier.claims values ($1, 77, 0)', [delivery.claims[0]]);
    const taken = inbox.takeIn([delivery]);
    await eventually(async () => {
      const { rows } = await other.query('select 1 from pg_locks where not granted');
      expect(rows).not.toEqual([]);
    });
    await other.query('commit');
    expect(await taken).toMatchObject([{ repeats: 77 }]);
    await other.end();
    await inbox.close();
  });

  test('one machine prunes at a time', async () => {
    const inbox = await openEmpty();
    await inbox.takeIn([arrived({ hookId: 'old' }, [], ARRIVAL - HOUR_MS)]);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('begin');
    await other.query(`select pg_advisory_xact_lock(${PRUNE_LOCK})`);
    const [before, cursor] = [
      { deliveries: ARRIVAL, claims: 0 },
      { receivedAt: 0, number: 7 },
    ];
    expect(await inbox.prune(before, cursor)).toEqual({ cursor, isDone: true });
    await other.query('commit');
    expect((await inbox.prune(before, cursor)).cursor?.receivedAt).toBe(ARRIVAL - HOUR_MS);
    await other.end();
    await inbox.close();
  });
});
