import { describe, expect, test } from 'vitest';
import type { ForwardReport } from '../../../src/receiver/forwarding.ts';
import type { TargetBacklog } from '../../../src/receiver/inbox/inbox.ts';
import { createReceiverMetrics } from '../../../src/receiver/metrics/receiver-metrics.ts';
import { createHistogram } from '../../../src/telemetry/instruments.ts';
import { formatMetrics, type Metric } from '../../../src/telemetry/metric-text.ts';
import { ARRIVAL, arrived } from '../../support/receiver/arrived.ts';
import { parseMetrics } from '../../support/receiver/parse-metrics.ts';

const ODD = './handle "a\\b"\nc {x="y"},é';

const attemptOf = (target: string, kind: ForwardReport['outcome']['kind'], ms: number): ForwardReport => ({
  job: {
    ...{ number: 1, target, attempt: 1, round: 1, fence: 1, headers: {}, body: new Uint8Array() },
    facts: { action: null, type: null, hookId: null, person: null, post: null },
  },
  outcome: { kind, status: null, error: kind === 'done' ? null : 'timeout' },
  ...{ ms, again: null },
});

test('any name of a target is a label, and is read back as it was', () => {
  const metrics = createReceiverMetrics({
    ...{ version: '1.0.0', targets: [ODD], startedAt: ARRIVAL, labelTarget: (name: string) => name },
  });
  metrics.addAttempt(attemptOf(ODD, 'done', 30));
  metrics.addAttempt(attemptOf(ODD, 'refused', 400));
  const parsed = parseMetrics(
    formatMetrics(
      metrics.read({ now: ARRIVAL, backlogs: null, inFlight: [{ target: ODD, count: 2 }], isHealthy: false }),
    ),
  );
  const find = (name: string) =>
    parsed.get(name)?.samples.map(({ labels, value }) => [labels['target'], value]);
  expect(find('crier_forward_attempts_total')).toEqual([
    [ODD, 1],
    [ODD, 0],
    [ODD, 1],
  ]);
  expect(find('crier_deliveries_given_up_total')).toEqual([[ODD, 1]]);
  expect(find('crier_forward_attempts_in_flight')).toEqual([[ODD, 2]]);
  expect(parsed.get('crier_healthy')?.samples[0]?.value).toBe(0);
  expect(parsed.has('crier_deliveries_waiting')).toBe(false);
});

test('what was received, refused and attempted is counted', () => {
  const target = 'http://a/';
  const labelTarget = (name: string) => name;
  const metrics = createReceiverMetrics({
    version: '1.0.0',
    targets: [target],
    startedAt: ARRIVAL,
    labelTarget,
  });
  const read = (backlogs: readonly TargetBacklog[] | null) =>
    formatMetrics(
      metrics.read({ now: ARRIVAL, backlogs, inFlight: [{ target, count: 1 }], isHealthy: true }),
    );
  expect(read(null)).toContain('crier_connections_refused_total 0');
  const request = { receivedAt: ARRIVAL, status: 200, bytes: 2, ms: 1_500 };
  const own = arrived({ hookId: 'h1' });
  metrics.addReport({ ...request, kind: 'taken', number: 1, repeats: null, arrived: own });
  metrics.addReport({ ...request, kind: 'taken', number: 2, repeats: 1, arrived: own });
  const late = { ...own, source: 'history' } as const;
  metrics.addReport({ ...request, kind: 'taken', number: 3, repeats: null, arrived: late });
  metrics.addReport({ ...request, kind: 'refused', fault: 'mismatch', received: null });
  metrics.addDrop();
  metrics.addAttempt({ ...attemptOf(target, 'failed', 500), again: ARRIVAL });
  for (const kind of ['failed', 'refused', 'done'] as const) metrics.addAttempt(attemptOf(target, kind, 500));
  const page = read([{ target, waiting: 0, dead: 2, oldestWaiting: null }]);
  expect(parseMetrics(page).size).toBe(14);
  const lines = page.split('\n').filter((line) => !/^(?:#|$)|_bucket.* 0$/.test(line));
  expect(lines).toMatchInlineSnapshot(`
    [
      "crier_build_info{version="1.0.0"} 1",
      "crier_start_time_seconds 1790000000",
      "crier_healthy 1",
      "crier_deliveries_received_total{verdict="new",source="request"} 1",
      "crier_deliveries_received_total{verdict="repeated",source="request"} 1",
      "crier_deliveries_received_total{verdict="new",source="history"} 1",
      "crier_deliveries_received_total{verdict="repeated",source="history"} 0",
      "crier_requests_refused_total{reason="unsigned"} 0",
      "crier_requests_refused_total{reason="unreadable"} 0",
      "crier_requests_refused_total{reason="mismatch"} 1",
      "crier_requests_refused_total{reason="changed body"} 0",
      "crier_requests_refused_total{reason="undated"} 0",
      "crier_requests_refused_total{reason="other time"} 0",
      "crier_requests_refused_total{reason="stale"} 0",
      "crier_requests_refused_total{reason="from the future"} 0",
      "crier_requests_refused_total{reason="from a browser"} 0",
      "crier_requests_refused_total{reason="not a POST request"} 0",
      "crier_requests_refused_total{reason="too large"} 0",
      "crier_requests_refused_total{reason="not JSON"} 0",
      "crier_requests_refused_total{reason="not stored"} 0",
      "crier_connections_refused_total 1",
      "crier_answer_duration_seconds_bucket{le="2.5"} 2",
      "crier_answer_duration_seconds_bucket{le="5"} 2",
      "crier_answer_duration_seconds_bucket{le="10"} 2",
      "crier_answer_duration_seconds_bucket{le="15"} 2",
      "crier_answer_duration_seconds_bucket{le="+Inf"} 2",
      "crier_answer_duration_seconds_sum 3",
      "crier_answer_duration_seconds_count 2",
      "crier_forward_attempts_total{target="http://a/",result="done"} 1",
      "crier_forward_attempts_total{target="http://a/",result="failed"} 2",
      "crier_forward_attempts_total{target="http://a/",result="refused"} 1",
      "crier_forward_duration_seconds_bucket{target="http://a/",le="0.5"} 4",
      "crier_forward_duration_seconds_bucket{target="http://a/",le="1"} 4",
      "crier_forward_duration_seconds_bucket{target="http://a/",le="2.5"} 4",
      "crier_forward_duration_seconds_bucket{target="http://a/",le="5"} 4",
      "crier_forward_duration_seconds_bucket{target="http://a/",le="10"} 4",
      "crier_forward_duration_seconds_bucket{target="http://a/",le="15"} 4",
      "crier_forward_duration_seconds_bucket{target="http://a/",le="30"} 4",
      "crier_forward_duration_seconds_bucket{target="http://a/",le="60"} 4",
      "crier_forward_duration_seconds_bucket{target="http://a/",le="+Inf"} 4",
      "crier_forward_duration_seconds_sum{target="http://a/"} 2",
      "crier_forward_duration_seconds_count{target="http://a/"} 4",
      "crier_deliveries_given_up_total{target="http://a/"} 2",
      "crier_forward_attempts_in_flight{target="http://a/"} 1",
      "crier_deliveries_waiting{target="http://a/"} 0",
      "crier_oldest_waiting_seconds{target="http://a/"} 0",
      "crier_deliveries_dead{target="http://a/"} 2",
    ]
  `);
});

test('targets that a label cannot tell apart get numbers, also one that is only in the store', () => {
  const [first, second] = ['http://a/?key=1', 'http://a/?key=2'];
  const metrics = createReceiverMetrics({
    ...{ version: '1.0.0', targets: [first], startedAt: ARRIVAL, labelTarget: () => 'http://a/' },
  });
  const backlogs = [first, second].map((target) => ({ target, waiting: 1, dead: 0, oldestWaiting: ARRIVAL }));
  const text = formatMetrics(metrics.read({ now: ARRIVAL + 1_500, backlogs, inFlight: [], isHealthy: true }));
  const oldest = parseMetrics(text).get('crier_oldest_waiting_seconds');
  expect(oldest?.samples.map(({ labels, value }) => [labels['target'], value])).toEqual([
    ['http://a/', 1.5],
    ['http://a/ (2)', 1.5],
  ]);
  expect(text).not.toContain('key=');
});

test('a histogram counts each value in all buckets that it is at most', () => {
  const histogram = createHistogram({ name: 'x_seconds', help: 'x' }, [0.1, 1]);
  for (const value of [0.1, 0.5, 7]) histogram.observe({}, value);
  const samples = parseMetrics(formatMetrics([histogram.read()])).get('x_seconds')?.samples ?? [];
  expect(samples.map(({ labels, value }) => [labels['le'] ?? '', value])).toEqual([
    ['0.1', 1],
    ['1', 2],
    ['+Inf', 3],
    ['', 7.6],
    ['', 3],
  ]);
});

describe('the parser of the tests refuses', () => {
  const metric = (changed: Partial<Metric>): Metric => ({
    ...{ name: 'x_total', type: 'counter', help: 'x', samples: [{ labels: {}, value: 1 }] },
    ...changed,
  });
  test.each<[string, string]>([
    ['a page without an end', formatMetrics([metric({})]).trimEnd()],
    ['a metric twice', formatMetrics([metric({}), metric({})])],
    ['a counter without _total', formatMetrics([metric({ name: 'x' })])],
    ['a gauge with _total', formatMetrics([metric({ type: 'gauge' })])],
    ['a series twice', formatMetrics([metric({ samples: [1, 2].map((value) => ({ labels: {}, value })) })])],
    ['a name that is none', formatMetrics([metric({ name: '1x_total' })])],
    ['no help', formatMetrics([metric({ help: '' })])],
    ['a unit that is not a base unit', formatMetrics([metric({ name: 'x_milliseconds_total' })])],
    [
      'a name of a label that is none',
      formatMetrics([metric({ samples: [{ labels: { 'a-b': '' }, value: 1 }] })]),
    ],
    ['a value that is none', formatMetrics([metric({ samples: [{ labels: {}, value: Number.NaN }] })])],
    ['a quote that is not escaped', '# HELP x x\n# TYPE x gauge\nx{a="b"c"} 1\n'],
    ['a sample before its type', '# HELP x x\nx 1\n# TYPE x gauge\n'],
    [
      'buckets that shrink',
      formatMetrics([
        metric({
          ...{ name: 'x_seconds', type: 'histogram' },
          samples: [
            { suffix: '_bucket', labels: { le: '1' }, value: 2 },
            { suffix: '_bucket', labels: { le: '+Inf' }, value: 1 },
            { suffix: '_sum', labels: {}, value: 1 },
            { suffix: '_count', labels: {}, value: 1 },
          ],
        }),
      ]),
    ],
  ])('%s', (_what, page) => {
    expect(() => parseMetrics(page)).toThrow();
  });
});
