import { expect, test } from 'vitest';
import { CrierError } from '../../../src/errors.ts';
import { waitForStore } from '../../../src/receiver/wait-for-store.ts';
import { stoppedClock } from '../../support/clock.ts';
import { ARRIVAL } from '../../support/receiver/arrived.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('work is repeated each second while the store does not answer, and only then', async () => {
  const clock = stoppedClock(ARRIVAL);
  const faults: unknown[] = [];
  const away = new CrierError('unavailable', 'the store does not answer', { http: null, advice: null });
  const errors: unknown[] = [away, away];
  const waiting = {
    clock,
    signal: new AbortController().signal,
    onFault: (error: unknown) => faults.push(error),
  };
  const work = async () => {
    const error = errors.shift();
    if (error !== undefined) throw error;
    return 'done';
  };
  const done = waitForStore(work, waiting);
  for (const ms of [999, 1, 999, 1]) {
    await nextTurn();
    clock.advance(ms);
  }
  expect(await done).toBe('done');
  expect(faults).toEqual([away, away]);
  const usage = new CrierError('usage', 'no such store', { http: null, advice: null });
  for (const other of [usage, new Error('a fault of the program')]) {
    errors.push(other);
    await expect(waitForStore(work, waiting)).rejects.toBe(other);
  }
  expect(faults).toHaveLength(2);
});
