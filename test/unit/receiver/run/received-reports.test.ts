import { expect, test } from 'vitest';
import type { Inbox } from '../../../../src/receiver/inbox/inbox.ts';
import { openSqliteInbox } from '../../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import type { ReceiverReport } from '../../../../src/receiver/receiver-endpoint.ts';
import { createNumberRuns } from '../../../../src/receiver/run/number-runs.ts';
import {
  createReceivedReports,
  type LostRecords,
  type ReceivedResult,
} from '../../../../src/receiver/run/received-reports.ts';
import { createSeededNumbers } from '../../../../src/sandbox/demo/crowd.ts';
import { ARRIVAL, arrived } from '../../../support/receiver/arrived.ts';
import { testSeed } from '../../../support/test-seed.ts';

const MIB = 1024 * 1024;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The number of the delivery of a result; null for a refused request. */
function getNumber(result: ReceivedResult): number | null {
  if (result.kind === 'stored') return result.delivery.number;
  return result.kind === 'taken' ? result.number : null;
}

/** A stream beside an inbox, which is read only when the test says so. */
function openStream({
  most = Number.POSITIVE_INFINITY,
  ...other
}: {
  most?: number;
  find?: Inbox['find'];
} = {}) {
  const inbox = { ...openSqliteInbox(':memory:'), ...other };
  const lost: LostRecords[] = [];
  const behind: boolean[] = [];
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const stream = createReceivedReports({
    find: inbox.find,
    most,
    onBehind: (isBehind) => behind.push(isBehind),
    onLost: (each) => lost.push(each),
  });
  const refuse = (): ReceiverReport => ({
    ...{ kind: 'refused', receivedAt: ARRIVAL, status: 401, bytes: 10, ms: 1 },
    ...{ fault: 'mismatch', received: null },
  });
  return {
    ...{ inbox, stream, lost, behind, close },
    async take(count: number, bytes?: number) {
      const all = Array.from({ length: count }, (_, at) => arrived({ hookId: `h${at}` }));
      const taken = await inbox.takeIn(all);
      for (const [at, each] of all.entries()) {
        const number = taken[at]?.number ?? 0;
        const repeats = taken[at]?.repeats ?? null;
        const report = { kind: 'taken', receivedAt: ARRIVAL, status: 200, ms: 1, number, repeats } as const;
        stream.add({ ...report, bytes: bytes ?? each.body.length, arrived: each });
      }
    },
    refuse: (count: number) => Array.from({ length: count }, () => stream.add(refuse())),
    async readAll() {
      const results = [];
      for await (const batch of stream.batches({ closed })) results.push(...batch);
      return results;
    },
  };
}

test('a reader that is behind gets all deliveries, the later ones from the inbox', async () => {
  const { take, refuse, readAll, close, behind, lost } = openStream();
  await take(1_000);
  await take(60);
  refuse(3);
  close();
  const results = await readAll();
  expect(results.map(getNumber)).toEqual(Array.from({ length: 1_060 }, (_, at) => at + 1));
  expect(results[0]).toMatchObject({ kind: 'taken', repeats: null, arrived: { facts: { hookId: 'h0' } } });
  expect(results[1_007]).toMatchObject({
    kind: 'stored',
    delivery: { repeats: 8, hookId: 'h7', body: null },
  });
  expect(lost).toEqual([{ refused: 3, deliveries: 0 }]);
  expect(behind).toEqual([true, false]);
});

test('a few large bodies are as much as many small ones', async () => {
  const { take, readAll, close, behind, lost } = openStream();
  await take(4, MIB);
  expect(behind).toEqual([]);
  await take(1, MIB);
  expect(behind).toEqual([true]);
  close();
  expect(await readAll()).toHaveLength(5);
  expect(lost).toEqual([]);
});

test('when it has caught up, records come from memory again, and it may fall behind again', async () => {
  const { take, refuse, stream, behind, lost } = openStream();
  const reading = stream.batches({ closed: new Promise<void>(() => {}) });
  for (const times of [1, 2]) {
    await take(6, MIB);
    refuse(1);
    let read = 0;
    while (read < 6) read += (await reading.next()).value?.length ?? 0;
    const next = reading.next();
    await nextTurn();
    expect(behind).toEqual(Array(times).fill([true, false]).flat());
    expect(lost).toEqual(Array(times).fill({ refused: 1, deliveries: 0 }));
    await take(1);
    expect(((await next).value ?? [])[0]).toMatchObject({
      kind: 'taken',
      repeats: 1,
      arrived: { facts: { hookId: 'h0' } },
    });
  }
});

test('what was removed before it could be printed is reported', async () => {
  const { take, inbox, readAll, close, lost } = openStream();
  await take(1_010);
  await inbox.remove({ numbers: [1_001, 1_002] });
  close();
  expect(await readAll()).toHaveLength(1_008);
  expect(lost).toEqual([{ refused: 0, deliveries: 2 }]);
});

test('after the maximum, nothing is taken', async () => {
  const { take, stream, readAll, close, behind } = openStream({ most: 2 });
  let isFull = false;
  void stream.full.then(() => {
    isFull = true;
  });
  await take(1);
  await nextTurn();
  expect(isFull).toBe(false);
  const reading = readAll();
  await take(4);
  await stream.full;
  await nextTurn();
  close();
  expect(await reading).toHaveLength(2);
  expect(behind).toEqual([]);
});

test('runs of numbers are a set, whatever the order is', () => {
  const seed = testSeed();
  const random = createSeededNumbers(seed);
  const expected = new Set<number>();
  const runs = createNumberRuns(1_000);
  for (let turn = 0; turn < 1_000; turn += 1) {
    const number = random(500);
    expect({ seed, isAdded: runs.add(number) }).toEqual({ seed, isAdded: true });
    expected.add(number);
    if (random(20) === 0) {
      const count = random(30);
      const taken = runs.takeLowest(count);
      expect({ seed, count: taken.length }).toEqual({ seed, count: Math.min(count, expected.size) });
      for (const each of taken) {
        expect({ seed, each }).toEqual({ seed, each: Math.min(...expected) });
        expected.delete(each);
      }
    }
    expect({ seed, size: runs.size }).toEqual({ seed, size: expected.size });
  }
});

test('neighbors need one run, and too many runs are refused', () => {
  const runs = createNumberRuns(2);
  for (let number = 0; number < 1_000; number += 1) expect(runs.add(number)).toBe(true);
  const add = (...numbers: readonly number[]) => numbers.map(runs.add);
  expect(add(2_000, 3_000, 1_000, 2_001, 1_999)).toEqual([true, false, true, true, true]);
  expect(runs.size).toBe(1_004);
  expect(runs.takeLowest(1_003)).toHaveLength(1_003);
  // what closes a gap leaves one run of two
  expect(add(2_003, 2_002, 3_000, 4_000)).toEqual([true, true, true, false]);
  expect(runs.takeLowest(9)).toEqual([2_001, 2_002, 2_003, 3_000]);
  expect(add(5, 4, 9)).toEqual([true, true, true]);
});

test('deliveries beyond 100,000 runs of numbers are only counted', async () => {
  const { stream, readAll, close, lost } = openStream({ find: async () => null });
  const report = { kind: 'taken', receivedAt: ARRIVAL, status: 200, ms: 1, bytes: 2 } as const;
  const delivery = { repeats: null, arrived: arrived({}) };
  for (let at = 0; at < 101_002; at += 1) stream.add({ ...report, ...delivery, number: 2 * at });
  close();
  expect(await readAll()).toHaveLength(1_000);
  expect(lost).toEqual([{ refused: 0, deliveries: 100_002 }]);
});
