import { expect, test } from 'vitest';
import { createSandboxTime } from '../../../../../../src/cli/features/comments/watch/watch-time.ts';
import type { SandboxControl } from '../../../../../../src/cli/framework/command/sandbox/sandbox-control.ts';
import { stoppedClock } from '../../../../../support/clock.ts';
import { fakeContext } from '../../../../../support/fake-context.ts';

const NOW = Date.UTC(2026, 8, 21, 14, 13, 20);

/** A sandbox whose clock says these, one after the other; null is no answer. */
function sandboxSaying(...times: readonly (string | null)[]) {
  const left = [...times];
  const call = async () => {
    const now = left.shift();
    if (typeof now !== 'string') throw new Error('no answer');
    return { mode: 'set', now };
  };
  // for a control, its time reads only the clock
  return fakeContext({ sandbox: { control: async () => ({ call }) as unknown as SandboxControl } }).sandbox;
}

test("when the sandbox does not answer, its clock is assumed to advance at this machine's rate", async () => {
  const clock = stoppedClock(NOW);
  const { signal } = new AbortController();
  const { io } = fakeContext({ io: { clock, signal } });
  const time = await createSandboxTime(sandboxSaying('2030-01-01T00:00:00Z', null), io);
  expect(await time.now()).toBe(Date.UTC(2030, 0, 1));
  clock.advance(5_000);
  expect(await time.now()).toBe(Date.UTC(2030, 0, 1) + 5_000);
});

test('a run that is stopped does not count that as a missing answer', async () => {
  const end = new AbortController();
  const { io } = fakeContext({ io: { clock: stoppedClock(NOW), signal: end.signal } });
  const time = await createSandboxTime(sandboxSaying(null), io);
  end.abort('interrupted');
  await expect(time.now()).rejects.toThrow('no answer');
});
