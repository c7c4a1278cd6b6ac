import { expect, test } from 'vitest';
import type { DeliveryCursor } from '../../../src/receiver/inbox/inbox.ts';
import { openSqliteInbox } from '../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { keepInbox } from '../../../src/receiver/keep-inbox.ts';
import { stoppedClock } from '../../support/clock.ts';
import { ARRIVAL } from '../../support/receiver/arrived.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Upkeep of an inbox that says how it was asked to remove. */
async function keep({ rounds = 1, keepMs = DAY_MS, caughtUp = ARRIVAL as number | null } = {}) {
  const clock = stoppedClock(ARRIVAL);
  const ending = new AbortController();
  const asked: { before: number; claims: number; after: number | null }[] = [];
  const marks: [string, string][] = [];
  const faults: unknown[] = [];
  let number = 0;
  let left = rounds;
  let isBroken = false;
  const running = keepInbox(
    {
      clock,
      keepMs,
      claimMs: 0,
      ...(caughtUp !== null && { getCaughtUp: () => caughtUp }),
      onFault: (fault) => faults.push(fault),
      inbox: {
        ...openSqliteInbox(':memory:'),
        async prune({ deliveries: before, claims }, after) {
          if (isBroken) throw new Error('broken');
          asked.push({ before, claims, after: after?.number ?? null });
          number += 1;
          left -= 1;
          const cursor: DeliveryCursor = { receivedAt: before, number };
          return { cursor, isDone: left <= 0 };
        },
        writeMark: async (...mark) => void marks.push(mark),
      },
    },
    ending.signal,
  );
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  };
  await settle();
  return {
    ...{ asked, marks, faults },
    breakDown(value: boolean) {
      isBroken = value;
    },
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += MINUTE_MS) {
        clock.advance(MINUTE_MS);
        await settle();
      }
    },
    async end() {
      ending.abort('ended');
      await running;
    },
  };
}

test('each minute looks at what has become old since, and once an hour at all', async () => {
  const { asked, pass, end } = await keep({ rounds: 2 });
  expect(asked.map(({ after }) => after)).toEqual([null, 1]);
  await pass(2 * MINUTE_MS);
  expect(asked.map(({ after }) => after)).toEqual([null, 1, 2, 3]);
  await pass(58 * MINUTE_MS);
  expect(asked.at(-2)?.after).toBe(60);
  expect(asked.at(-1)?.after).toBeNull();
  await pass(MINUTE_MS);
  expect(asked.at(-1)?.after).toBe(62);
  await end();
});

test('claims outlive the retries of a delivery, however short deliveries are kept', {
  tags: ['HOOK-12'],
}, async () => {
  const { asked, marks, end } = await keep({ keepMs: MINUTE_MS, caughtUp: null });
  expect(asked).toMatchObject([{ before: ARRIVAL - MINUTE_MS, claims: ARRIVAL - DAY_MS }]);
  expect(marks).toEqual([['last seen', String(ARRIVAL)]]);
  await end();
});

test('claims of what the history lists are kept, until it was read', { tags: ['HOOK-12'] }, async () => {
  const caughtUp = ARRIVAL - 3 * DAY_MS;
  const { asked, marks, end } = await keep({ keepMs: MINUTE_MS, caughtUp });
  expect(asked[0]?.claims).toBeLessThan(caughtUp - DAY_MS);
  expect(marks).toEqual([['last seen', String(caughtUp)]]);
  await end();
});

test('a fault is reported, and the next minute continues from where it was', async () => {
  const { asked, faults, breakDown, pass, end } = await keep();
  breakDown(true);
  await pass(MINUTE_MS);
  breakDown(false);
  await pass(MINUTE_MS);
  expect(faults).toHaveLength(1);
  expect(asked.map(({ after }) => after)).toEqual([null, 1]);
  await end();
});
