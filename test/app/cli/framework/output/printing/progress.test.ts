import { describe, expect, test } from 'vitest';
import { createProgress } from '../../../../../../src/cli/framework/output/printing/progress.ts';
import { stoppedClock } from '../../../../../support/clock.ts';

const CLEAR = '\r\u001b[K';

/** Progress on a screen of 30 columns that takes down all that is written. */
function onScreen({ isTerminal = true, quiet = false, accessible = false, canRedraw = true } = {}) {
  const written: string[] = [];
  const clock = stoppedClock(0);
  const stderr = {
    isTerminal,
    isEmptyFile: false,
    columns: 30,
    write: async (chunk: string | Uint8Array) => void written.push(String(chunk)),
  };
  const settings = { quiet, accessible, stderrColor: 0 } as const;
  const progress = createProgress({ stderr, clock, settings, canRedraw });
  /** Advances the clock, and lets pending timers finish. */
  const after = async (milliseconds: number) => {
    clock.advance(milliseconds);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
  };
  return { progress, written, after };
}

test('work that is over within a second is not spoken of', async () => {
  const { progress, written, after } = onScreen();
  progress.set('reading');
  await after(999);
  progress.set(null);
  await after(60_000);
  expect(written).toEqual([]);
});

test('after a second it is one line, redrawn, and cleared at the end', async () => {
  const { progress, written, after } = onScreen();
  progress.set('1 of 3 read');
  await after(1_000);
  progress.set('2 of 3 read');
  await after(1_000);
  progress.set(null);
  expect(written).toEqual([`${CLEAR}1 of 3 read, 1s`, `${CLEAR}2 of 3 read, 2s`, CLEAR]);
});

test('what else is written comes on a clean line', async () => {
  const { progress, written, after } = onScreen();
  progress.set('reading');
  await after(1_000);
  await progress.clear();
  await progress.clear();
  await after(1_000);
  expect(written).toEqual([`${CLEAR}reading, 1s`, CLEAR, `${CLEAR}reading, 2s`]);
});

test('what the run says of itself goes before whom it waits for', async () => {
  const { progress, written, after } = onScreen();
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = progress.track('waiting for a', promise);
  await after(1_000);
  progress.set('1 of 3 read');
  await after(1_000);
  resolve('an answer');
  expect(await waiting).toBe('an answer');
  progress.set(null);
  expect(written).toEqual([`${CLEAR}waiting for a, 1s`, `${CLEAR}1 of 3 read, 2s`, CLEAR]);
});

test('of several that it waits for, the pending ones are shown', async () => {
  const { progress, written, after } = onScreen();
  const [slow, quick] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const both = [
    progress.track('waiting for a', slow.promise),
    progress.track('waiting for a', quick.promise),
  ];
  quick.resolve();
  await both[1];
  await after(1_000);
  slow.resolve();
  await Promise.all(both);
  expect(written).toEqual([`${CLEAR}waiting for a, 1s`, CLEAR]);
});

test('a text that counts for itself is redrawn each second', async () => {
  const { progress, written, after } = onScreen();
  let left = 9;
  progress.set(() => `next look in ${left--}s`);
  await after(1_000);
  await after(1_000);
  progress.set(null);
  expect(written).toEqual([`${CLEAR}next look in 9s`, `${CLEAR}next look in 8s`, CLEAR]);
});

test('whom it waits for is over when waiting fails, too', async () => {
  const { progress, written, after } = onScreen();
  await expect(progress.track('waiting', Promise.reject(new Error('no')))).rejects.toThrow('no');
  await after(60_000);
  expect(written).toEqual([]);
});

test('a long text from elsewhere stays on one line, and steers nothing', { tags: ['C1'] }, async () => {
  const { progress, written, after } = onScreen();
  progress.set(`waiting for \u001b[2J${'wide'.repeat(20)}`);
  await after(1_000);
  const [line = ''] = written.map((text) => text.replace(CLEAR, ''));
  expect(line).toHaveLength(29);
  expect(line).not.toContain('\u001b');
});

test('nothing is redrawn with --accessible: a line now and then, when there is something new', async () => {
  const { progress, written, after } = onScreen({ accessible: true });
  progress.set('1 of 3 read');
  for (let seconds = 0; seconds < 21; seconds += 1) await after(1_000);
  progress.set('2 of 3 read');
  for (let seconds = 0; seconds < 21; seconds += 1) await after(1_000);
  progress.set(null);
  expect(written).toEqual(['1 of 3 read\n', '2 of 3 read\n']);
});

describe('only a user at a terminal gets a byte of it', () => {
  test.each([
    ['a pipe', { isTerminal: false }],
    ['--quiet', { quiet: true }],
    ['TERM=dumb', { canRedraw: false }],
  ])('%s', async (_why, place) => {
    const { progress, written, after } = onScreen(place);
    progress.set('reading');
    await after(5_000);
    await progress.end();
    expect(written).toEqual([]);
  });
});
