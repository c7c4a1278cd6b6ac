import { expect, test } from 'vitest';
import type { ForwardTarget } from '../../../../src/receiver/forwarding.ts';
import type { ForwardJob } from '../../../../src/receiver/inbox/inbox.ts';
import type { ReceiverLogEntry } from '../../../../src/receiver/run/receiver-log.ts';
import {
  addRequestSpan,
  openReceiverLog,
  traceTargets,
} from '../../../../src/receiver/run/receiver-telemetry.ts';
import type { Telemetry, TelemetryOptions } from '../../../../src/telemetry/telemetry.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { ARRIVAL, arrived } from '../../../support/receiver/arrived.ts';
import { createFakeTelemetry, createReceiverWorld } from '../../../support/receiver/receiver-world.ts';

const REQUEST = { receivedAt: ARRIVAL, status: 200, bytes: 20, ms: 5 };
const HTTP = {
  'http.request.method': 'POST',
  'http.response.status_code': 200,
  'http.request.body.size': 20,
};
const EVENT = { 'crier.hook_id': 'h1', 'crier.event.action': 'messages', 'crier.event.type': 'received' };

test('each request is a span: the first of a delivery is the one that the others are below', () => {
  const { spans, telemetry } = createFakeTelemetry();
  const own = arrived({ hookId: 'h1', action: 'messages', type: 'received' });
  const shared = { kind: 'server', startedAt: ARRIVAL, endedAt: ARRIVAL + 5 };
  addRequestSpan(telemetry, { ...REQUEST, kind: 'taken', number: 7, repeats: null, arrived: own });
  addRequestSpan(telemetry, { ...REQUEST, kind: 'taken', number: 8, repeats: 7, arrived: own });
  const late = { ...own, source: 'history' } as const;
  addRequestSpan(telemetry, { ...REQUEST, kind: 'taken', number: 9, repeats: null, arrived: late });
  addRequestSpan(telemetry, { ...REQUEST, status: 401, kind: 'refused', fault: 'mismatch', received: null });
  const taken = { ...shared, name: 'receive a delivery', trace: 'h1', error: null };
  expect(spans).toEqual([
    { ...taken, attributes: { ...HTTP, ...EVENT, 'crier.delivery.number': 7 } },
    {
      ...{ ...taken, id: `repeated 8 ${ARRIVAL}` },
      attributes: { ...HTTP, ...EVENT, 'crier.delivery.number': 8 },
    },
    {
      ...{ ...shared, name: 'refuse a request', trace: null, error: 'mismatch' },
      attributes: { ...HTTP, 'http.response.status_code': 401 },
    },
  ]);
});

test('each attempt is a span of its delivery, and sends the trace along', async () => {
  const { spans, telemetry } = createFakeTelemetry();
  const clock = stoppedClock(ARRIVAL);
  const attempted: ForwardJob[] = [];
  const target: ForwardTarget = {
    name: 'http://a/?key=1',
    async attempt(job) {
      attempted.push(job);
      clock.advance(9);
      return { kind: 'failed', status: 503, error: 'status 503' };
    },
  };
  const labels = { labelTarget: () => 'http://a/', clock };
  expect(traceTargets([target], null, labels)).toEqual([target]);
  const [traced] = traceTargets([target], telemetry, labels);
  expect(traced?.name).toBe('http://a/?key=1');
  const job: ForwardJob = {
    ...{ number: 7, target: target.name, attempt: 2, round: 1, fence: 1, body: new Uint8Array() },
    headers: { 'x-signature': 's' },
    facts: arrived({ hookId: 'h1', action: 'messages', type: 'received' }).facts,
  };
  const { signal } = new AbortController();
  const outcome = { kind: 'failed', status: 503, error: 'status 503' };
  expect(await traced?.attempt(job, signal)).toEqual(outcome);
  const unnamed = { ...job, facts: { ...job.facts, hookId: null } };
  expect(await traced?.attempt(unnamed, signal)).toEqual(outcome);
  expect(attempted).toEqual([
    { ...job, headers: { 'x-signature': 's', traceparent: 'h1, forward 7 http://a/ 2' } },
    unnamed,
  ]);
  const span = {
    ...{ name: 'forward a delivery', kind: 'client', id: 'forward 7 http://a/ 2', error: 'status 503' },
    attributes: {
      ...{ ...EVENT, 'crier.delivery.number': 7, 'crier.target': 'http://a/', 'crier.attempt': 2 },
      'http.response.status_code': 503,
    },
  };
  expect(spans).toEqual([
    { ...span, trace: 'h1', startedAt: ARRIVAL, endedAt: ARRIVAL + 9 },
    {
      ...{ ...span, trace: null, startedAt: ARRIVAL + 9, endedAt: ARRIVAL + 18 },
      attributes: { ...span.attributes, 'crier.hook_id': null },
    },
  ]);
});

test('with a collector, log lines have the trace of their delivery, and its faults are logged', async () => {
  const { telemetry } = createFakeTelemetry();
  const entries: ReceiverLogEntry[] = [];
  const asked: TelemetryOptions[] = [];
  const open = async (found: Telemetry | null) => {
    const world = createReceiverWorld({
      log: async (entry) => void entries.push(entry),
      async openTelemetry(options) {
        asked.push(options);
        return found;
      },
    });
    return openReceiverLog(world, (name) => name);
  };
  const report = { ...REQUEST, kind: 'taken', number: 7, repeats: null } as const;
  for (const found of [telemetry, null]) {
    const { log, telemetry: opened } = await open(found);
    expect(opened).toBe(found);
    log.addReport({ ...report, arrived: arrived({ hookId: 'h1' }) });
    log.addReport({ ...report, arrived: arrived({}) });
  }
  asked[0]?.onFault('refused');
  expect(asked.map(({ service }) => service)).toEqual(['crier-receiver', 'crier-receiver']);
  expect(entries.map(({ event, fields }) => [event, fields?.['traceId']])).toEqual([
    ['delivery.received', 'trace of h1'],
    ['delivery.received', undefined],
    ['delivery.received', undefined],
    ['delivery.received', undefined],
    ['collector.failing', undefined],
  ]);
});
