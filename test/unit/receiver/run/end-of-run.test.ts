import { expect, test } from 'vitest';
import { createEnding, finishUnlessCutShort } from '../../../../src/receiver/run/end-of-run.ts';
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

test('a run that is cut short ends its attempts, and is waited for no longer', {
  tags: ['T19'],
}, async () => {
  let isAborted = false;
  const abortForwarders = () => {
    isAborted = true;
  };
  const ending = createEnding(() => never, { abort: abortForwarders }, CLOCK);
  const stopped = ending.stop();
  ending.abort();
  expect(await stopped).toBeUndefined();
  expect(isAborted).toBe(true);
});

test('an end is waited for as long as it takes, and reported if it fails', { tags: ['T19'] }, async () => {
  let isOver = false;
  const finishing = new Promise(setImmediate).then(() => {
    isOver = true;
  });
  await createEnding(() => finishing, { abort: () => {} }, CLOCK).stop();
  expect(isOver).toBe(true);
  const failing = Promise.reject(new Error('the store is full'));
  await expect(finishUnlessCutShort(failing, new AbortController().signal, CLOCK)).rejects.toThrow('full');
});
