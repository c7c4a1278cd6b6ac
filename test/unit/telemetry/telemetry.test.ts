import { expect, test } from 'vitest';
import { createCounter, createHistogram } from '../../../src/telemetry/instruments.ts';
import { buildMetricData } from '../../../src/telemetry/metric-data.ts';
import { findCollector } from '../../../src/telemetry/start-telemetry.ts';
import { deriveSpanId, deriveTraceId } from '../../../src/telemetry/telemetry.ts';

const BASE = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

test.each<[string, Record<string, string>, object | null]>([
  ['nothing', {}, null],
  ['an empty address', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, null],
  [
    'a collector',
    BASE,
    { traces: 'http://collector:4318/v1/traces', metrics: 'http://collector:4318/v1/metrics' },
  ],
  [
    'a path',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector/otlp' },
    { traces: 'https://collector/otlp/v1/traces', metrics: 'https://collector/otlp/v1/metrics' },
  ],
  [
    'an address of traces only, which is whole',
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector/in' },
    { traces: 'http://collector/in', metrics: null },
  ],
  ['no metrics', { ...BASE, OTEL_METRICS_EXPORTER: 'none' }, { metrics: null }],
  ['an interval', { ...BASE, OTEL_METRIC_EXPORT_INTERVAL: '5000' }, { intervalMs: 5_000 }],
  ['its end', { ...BASE, OTEL_SDK_DISABLED: 'TRUE' }, null],
])('the environment names %s', (_what, env, expected) => {
  const found = findCollector(env);
  if (expected === null) expect(found).toBeNull();
  else expect(found).toMatchObject(expected);
});

test.each([
  [
    'an address',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    /ENDPOINT is not an http or https address/,
  ],
  [
    'gRPC',
    { ...BASE, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    /is "grpc", but spans and metrics are sent as http\/json/,
  ],
  ['an interval', { ...BASE, OTEL_METRIC_EXPORT_INTERVAL: 'soon' }, /must be milliseconds/],
])('%s that cannot be used is refused', (_what, env, message) => {
  expect(() => findCollector(env)).toThrow(message);
});

test('ids of a delivery are the same in every process, and differ for each span', () => {
  expect(deriveTraceId('hook-1')).toMatch(/^[\da-f]{32}$/);
  expect(deriveTraceId('hook-1')).toBe(deriveTraceId('hook-1'));
  const ids = [undefined, 'a', 'b'].map((id) => deriveSpanId('hook-1', id));
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{16}$/);
});

test('metrics keep their numbers: a histogram counts each bound for itself', () => {
  const counter = createCounter({ name: 'crier_requests_total', help: 'Requests.' }, [{ reason: 'late' }]);
  counter.add({ reason: 'late' }, 3);
  const histogram = createHistogram({ name: 'crier_wait_seconds', help: 'Waits.' }, [0.1, 1]);
  for (const value of [0.05, 0.5, 0.7, 30]) histogram.observe({ target: 'a' }, value);
  const data = buildMetricData([counter.read(), histogram.read()], { startedAt: 1_500, now: 2_250 });
  expect(data).toMatchObject([
    {
      descriptor: { name: 'crier_requests', unit: '' },
      isMonotonic: true,
      dataPoints: [
        { startTime: [1, 500_000_000], endTime: [2, 250_000_000], attributes: { reason: 'late' }, value: 3 },
      ],
    },
    {
      descriptor: { name: 'crier_wait', unit: 's' },
      dataPoints: [
        {
          attributes: { target: 'a' },
          value: { count: 4, sum: 31.25, buckets: { boundaries: [0.1, 1], counts: [1, 2, 1] } },
        },
      ],
    },
  ]);
});
