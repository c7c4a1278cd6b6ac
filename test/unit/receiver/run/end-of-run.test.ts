import { expect, test } from 'vitest';
import { finishUnlessCutShort } from '../../../../src/receiver/run/end-of-run.ts';
import { stoppedClock } from '../../../support/clock.ts';

const CLOCK = { ...stoppedClock(0), sleep: async () => {} };
const never = new Promise<void>(() => {});

test('an end that hangs is left when it is cut short', { tags: ['T19'] }, async () => {
  const aborting = new AbortController();
  const ended = finishUnlessCutShort(never, aborting.signal, CLOCK);
  aborting.abort('aborted');
  expect(await ended).toBeUndefined();
});

test('also when it was cut short before it began', { tags: ['T19'] }, async () => {
  expect(await finishUnlessCutShort(never, AbortSignal.abort('aborted'), CLOCK)).toBeUndefined();
});

test('an end that fails in its time is reported', { tags: ['T19'] }, async () => {
  const failing = Promise.reject(new Error('the store is full'));
  await expect(finishUnlessCutShort(failing, new AbortController().signal, CLOCK)).rejects.toThrow('full');
});
