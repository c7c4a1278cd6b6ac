import type { ReceiverWorld } from '../../../src/receiver/run/world.ts';
import type { EndedSpan, Telemetry } from '../../../src/telemetry/telemetry.ts';
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

/** A collector's client that keeps the spans. */
export function createFakeTelemetry() {
  const spans: EndedSpan[] = [];
  const telemetry: Telemetry = {
    getTraceId: (key) => `trace of ${key}`,
    addSpan: (span) => void spans.push(span),
    getTraceParent: (trace, id) => `${trace}, ${id}`,
    sendMetrics: () => {},
    stop: async () => {},
  };
  return { spans, telemetry };
}
