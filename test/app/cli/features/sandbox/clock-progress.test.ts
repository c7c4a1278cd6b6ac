import { expect, test } from 'vitest';
import { reportClockProgress } from '../../../../../src/cli/features/sandbox/clock-view.ts';
import type { SandboxControl } from '../../../../../src/cli/framework/command/sandbox/sandbox-control.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { fakeContext } from '../../../../support/fake-context.ts';

const NOTHING = { confirmations: 0, deliveries: 0, callbacks: 0, feeds: 0, next: null };
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a clock that takes long to move says how far it is, and no more when it is there', async () => {
  const clock = stoppedClock(0);
  let left = 10;
  const status = async () => ({
    clock: { now: `T${10 - left}` },
    upcoming: { dispatches: left, posts: Math.min(left, 4) },
    sent: { deliveries: 14 - left },
  });
  const control = { call: status, withoutAbort: () => ({ call: status }), connection: { server: null } };
  let shown: string | (() => string) | null = null;
  let arrive = (_answer: string) => {};
  const moved = reportClockProgress(
    new Promise<string>((resolve) => {
      arrive = resolve;
    }),
    {
      control: control as unknown as SandboxControl, // all that is asked of it
      ...fakeContext({
        io: {
          clock,
          signal: new AbortController().signal,
          note: async () => {},
          onEnd: () => {},
          progress: (text) => {
            shown = text;
          },
        },
      }),
      before: { upcoming: { ...NOTHING, dispatches: 10, posts: 4 }, sent: { deliveries: 4 } },
    },
  );
  const text = () => (typeof shown === 'function' ? shown() : shown);
  expect(text()).toBe('moving the clock');
  for (const [rest, expected] of [
    [8, 'moving the clock: T2; done: 2 dispatches, 2 delivery attempts'],
    [3, 'moving the clock: T7; done: 7 dispatches, 1 post, 7 delivery attempts'],
  ] as const) {
    left = rest;
    clock.advance(1_000);
    await turn();
    expect(text()).toBe(expected);
  }
  arrive('there');
  expect(await moved).toBe('there');
  expect(text()).toBeNull();
});
