import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { BIN, SHARED_CACHE } from '../support/processes/installed-program.ts';
import { parseMetrics } from '../support/receiver/parse-metrics.ts';
import { type FoundSeries, hasPrometheus, startPrometheus } from '../support/receiver/prometheus.ts';
import { openReceiver, type Received, type Receiver } from '../support/receiver/receiver.ts';
import { type StartedReceiver, startReceiver } from '../support/receiver/started-receiver.ts';

const DASHBOARD = new URL('../../docs/grafana/crier.json', import.meta.url);
const SANDBOX_TOKEN = 'sandbox-token-0123456789';
const SECRET_HEADER = 'collector-key-0123456789';

let home: string;
let collector: Receiver;
let target: Receiver;
let receiver: StartedReceiver;
let sandboxEnded: Promise<unknown>;
let variables: Record<string, string>;
/** The page of metrics of the sandbox, as Prometheus reads it. */
let sandboxPage: string;
/** The status of that of the sandbox without its token. */
let withoutToken: number;
/** What Prometheus found for each query of the dashboard. */
let found: ReadonlyMap<string, readonly FoundSeries[]>;

const crier = async (...words: string[]) =>
  (
    await promisify(execFile)(process.execPath, [BIN, ...words], {
      env: { PATH: process.env['PATH'], HOME: home, ...SHARED_CACHE, ...variables },
    })
  ).stdout;

/** Two deliveries, from the sandbox through the receiver to a target, with both sending to the collector. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'crier-telemetry-'));
  [collector, target] = await Promise.all([openReceiver(), openReceiver()]);
  variables = {
    CRIER_STATE_DIR: home,
    CRIER_CONFIG_DIR: home,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://${collector.address}`,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${SECRET_HEADER}`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  };
  receiver = await startReceiver(
    home,
    ['--forward', target.url, '--name', 'shop', '--admin-port', '0', '--log', 'json'],
    { variables },
  );
  const { host } = new URL(receiver.url);
  const words = [BIN, 'sandbox', 'start', '--memory', '--allow-private', host];
  const env = {
    ...{ PATH: process.env['PATH'], HOME: home, CRIER_SANDBOX_TOKEN: SANDBOX_TOKEN },
    ...{ ...SHARED_CACHE, ...variables },
  };
  const sandbox = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  sandboxEnded = once(sandbox, 'close');
  sandbox.stdout.resume();
  sandbox.stderr.resume();
  await eventually(async () => await crier('sandbox', 'env'));
  await crier('hooks', 'register', 'automations', receiver.url, '--sandbox');
  await crier('sandbox', 'trigger', 'automations');
  await target.hasReceived(1);
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(await crier('sandbox', 'env'))?.[0] ?? '';
  const sandboxMetricsUrl = `${address}/_sandbox/metrics`;
  if (hasPrometheus) found = await askPrometheus(readMetricsUrl(), sandboxMetricsUrl);
  const authorization = `Bearer ${SANDBOX_TOKEN}`;
  sandboxPage = await (await fetch(sandboxMetricsUrl, { headers: { authorization } })).text();
  withoutToken = (await fetch(sandboxMetricsUrl)).status;
  await crier('sandbox', 'stop');
  receiver.child.kill('SIGINT');
  await Promise.all([receiver.ended, sandboxEnded]);
});
afterAll(async () => {
  receiver?.child.kill('SIGKILL');
  await Promise.all([collector.close(), target.close()]);
  rmSync(home, { recursive: true });
});

function readMetricsUrl(): string {
  const address = /http:\/\/127\.0\.0\.1:\d+(?=\/healthz)/.exec(receiver.getStderr())?.[0] ?? '';
  return `${address}/metrics`;
}

const listQueries = () =>
  (
    JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
      panels: { targets?: { expr: string; legendFormat: string }[] }[];
    }
  ).panels.flatMap(({ targets = [] }) => targets);

/** Lets Prometheus read both pages before and after a second delivery, which each rate counts. */
async function askPrometheus(url: string, sandboxUrl: string) {
  const prometheus = await startPrometheus(home, [{ url }, { url: sandboxUrl, token: SANDBOX_TOKEN }]);
  const ask = async (expr: string) => {
    const series = await prometheus.query(expr.replaceAll(/\$__\w+/g, '5m'));
    expect([expr, series.some(({ value }) => Number.isFinite(Number(value[1])))]).toEqual([expr, true]);
    return [expr, series] as const;
  };
  try {
    await eventually(() => ask('rate(crier_sandbox_activities_total[$__range])'));
    await crier('sandbox', 'trigger', 'automations');
    await target.hasReceived(2);
    return new Map(await eventually(() => Promise.all(listQueries().map(({ expr }) => ask(expr)))));
  } finally {
    await prometheus.stop();
  }
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number>>;
}
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}
interface SentMetric {
  readonly name: string;
  readonly unit?: string;
  readonly sum?: { readonly dataPoints: readonly { readonly attributes: readonly Attribute[] }[] };
  readonly gauge?: SentMetric['sum'];
  readonly histogram?: SentMetric['sum'];
}

const readAttributes = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** What came at a path, with the service that sent it. */
function listSent<Item>(path: string, read: (document: never) => readonly [service: string, Item][]) {
  return collector.received
    .filter((each) => each.path === path)
    .flatMap((each) => read(each.json() as never));
}

const listSpans = () =>
  listSent(
    '/v1/traces',
    ({
      resourceSpans,
    }: {
      resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
    }) =>
      resourceSpans.flatMap(({ resource, scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) =>
          spans.map(
            (span) =>
              [String(readAttributes(resource.attributes)['service.name']), span] as [string, SentSpan],
          ),
        ),
      ),
  );

const listMetrics = () =>
  listSent(
    '/v1/metrics',
    ({
      resourceMetrics,
    }: {
      resourceMetrics: { resource: { attributes: Attribute[] }; scopeMetrics: { metrics: SentMetric[] }[] }[];
    }) =>
      resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
        scopeMetrics.flatMap(({ metrics }) =>
          metrics.map(
            (metric) =>
              [String(readAttributes(resource.attributes)['service.name']), metric] as [string, SentMetric],
          ),
        ),
      ),
  );

test('a delivery is one trace: sent by the sandbox, received, and forwarded, by two processes', () => {
  const own = listSpans().filter(([, { name }]) => name.endsWith('a delivery'));
  const found = Object.fromEntries(own.map(([service, { name }]) => [name, service]));
  expect(found).toMatchObject({
    'send a delivery': 'crier-sandbox',
    'receive a delivery': 'crier-receiver',
    'forward a delivery': 'crier-receiver',
  });
  const forwarded = target.received[0];
  const [, traceId, spanId] = /^00-(\w{32})-(\w{16})-01$/.exec(forwarded?.headers['traceparent'] ?? '') ?? [];
  const spans = own.map(([, span]) => span).filter((span) => span.traceId === traceId);
  const top = spans.find(({ name }) => name === 'receive a delivery');
  expect(spans.map(({ name }) => name).toSorted()).toEqual([
    'forward a delivery',
    'receive a delivery',
    'send a delivery',
  ]);
  expect(spans.find(({ name }) => name === 'forward a delivery')).toMatchObject({
    spanId,
    parentSpanId: top?.spanId,
  });
  const logged = receiver
    .getStderr()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  for (const event of ['delivery.received', 'delivery.forwarded'])
    expect(logged.find((each) => each.event === event)).toMatchObject({ traceId });
});

test('the collector gets its key, and no path of deliveries, secret, or text of people', () => {
  const all = collector.received.map(({ body }) => Buffer.from(body).toString()).join('\n');
  expect(
    collector.received.every(({ headers }: Received) => headers['authorization'] === SECRET_HEADER),
  ).toBe(true);
  expect(all).toContain('deployment.environment.name');
  expect(all).not.toContain(new URL(receiver.url).pathname.slice(1));
  expect(all).not.toMatch(/SBX-|"username"|Bearer/);
  expect(receiver.getStderr()).not.toContain(SECRET_HEADER);
});

test.runIf(hasPrometheus)('Prometheus finds each series of the dashboard for Grafana', () => {
  const queries = listQueries();
  expect(queries.length).toBeGreaterThan(15);
  for (const { expr, legendFormat } of queries)
    for (const { metric } of found.get(expr) ?? [])
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        expect([expr, Object.keys(metric)]).toEqual([expr, expect.arrayContaining([label])]);
});

test('the collector of the sandbox gets what Prometheus reads, which takes the token of the sandbox', () => {
  expect(withoutToken).toBe(401);
  const read = [...parseMetrics(sandboxPage)].map(([name]) => name.replace(/_(?:total|seconds)$/, ''));
  const sent = listMetrics().filter(([service]) => service === 'crier-sandbox');
  expect([...new Set(sent.map(([, { name }]) => name))].toSorted()).toEqual(read.toSorted());
});

test('a collector that does not answer costs no delivery and no time, and is reported once', async () => {
  const own = mkdtempSync(join(home, 'alone-'));
  const silent = {
    ...variables,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_METRIC_EXPORT_INTERVAL: '50',
  };
  const alone = await startReceiver(own, ['--forward', target.url, '--log', 'json'], {
    variables: { ...silent, CRIER_STATE_DIR: own },
  });
  const before = target.received.length;
  await fetch(alone.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"hookId":"b"}',
  });
  await target.hasReceived(before + 1);
  await eventually(() => expect(alone.getStderr()).toContain('collector.failing'));
  alone.child.kill('SIGINT');
  expect((await alone.ended).stderr).toContain('"forwarded":1');
  expect(alone.getStderr().split('collector.failing')).toHaveLength(2);
});
