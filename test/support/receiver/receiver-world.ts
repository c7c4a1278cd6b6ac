import type { ReceiverWorld } from '../../../src/receiver/run/world.ts';
import { stoppedClock } from '../clock.ts';
import { ARRIVAL } from './arrived.ts';

const refuse = () => Promise.reject(new Error('the test gives none'));

/** The world of a receiver without a command line, at the time `ARRIVAL`: what a test uses of it, it gives. */
export function createReceiverWorld(given: Partial<ReceiverWorld> = {}): ReceiverWorld {
  return {
    clock: stoppedClock(ARRIVAL),
    signal: new AbortController().signal,
    version: '1.0.0',
    listen: refuse,
    outbound: refuse,
    runWithInput: async () => 0,
    requireCommand: async () => {},
    hasEnded: async () => false,
    ownProcess: async () => ({ pid: 1, identity: 'of-a-test' }),
    openTelemetry: async () => null,
    log: async () => {},
    ...given,
  };
}
