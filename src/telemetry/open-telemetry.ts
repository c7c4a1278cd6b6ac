import {
  type Context,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Clock } from '../clock.ts';
import { getErrorMessage } from '../errors.ts';
import { buildMetricData } from './metric-data.ts';
import type { Metric } from './metric-text.ts';
import {
  type Collector,
  deriveSpanId,
  deriveTraceId,
  type EndedSpan,
  type Telemetry,
  type TelemetryOptions,
} from './telemetry.ts';

/** At the end of a run, a collector that does not answer is waited for this long, in milliseconds. */
const LAST_SENDING_MS = 400;
const SUCCESS = 0;

/**
 * Starts to send to a collector, by OTLP over HTTP. Headers, timeouts, compression, batches and sampling are those of
 * the environment, which the library reads.
 *
 * @see docs/decisions/0050-opentelemetry.md
 */
export function openTelemetry(
  collector: Collector,
  { service, onFault }: TelemetryOptions,
  { clock, version }: { clock: Clock; version: string },
): Telemetry {
  const resource = resourceFromAttributes({ 'service.name': service, 'service.version': version }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const report = createFaultReport(onFault);
  const spans =
    collector.traces === null ? null : createSpans(collector.traces, { resource, version, report });
  const metrics =
    collector.metrics === null
      ? null
      : createMetrics(collector.metrics, { resource, version, report, clock });
  return {
    getTraceId: deriveTraceId,
    addSpan: (span) => spans?.add(span),
    getTraceParent: (key, id) => {
      const flags = spans?.isSampled(key) === true ? '01' : '00';
      return `00-${deriveTraceId(key)}-${deriveSpanId(key, id)}-${flags}`;
    },
    sendMetrics: (read) => metrics?.start(read, collector.intervalMs),
    async stop() {
      const last = Promise.all([spans?.stop(), metrics?.stop()]);
      const over = new AbortController();
      const late = clock.sleep(LAST_SENDING_MS, over.signal).catch(() => {}); // all was sent
      await Promise.race([last.catch(() => {}), late]);
      over.abort('over');
    },
  };
}

type ReportFault = (fault: string | null) => void;

/** Each change is reported once. */
function createFaultReport(onFault: (reason: string | null) => void): ReportFault {
  let known: string | null = null;
  const report = (fault: string | null) => {
    if (fault === known) return;
    known = fault;
    onFault(fault);
  };
  // spans that are dropped since too many wait; that a sending failed, the exporter itself reports
  diag.setLogger({ error() {}, warn: (text) => report(text), info() {}, debug() {}, verbose() {} });
  return report;
}

interface SenderParts {
  resource: Resource;
  version: string;
  report: ReportFault;
}

function createSpans(url: string, { resource, version, report }: SenderParts) {
  const exporter = reportingFaults(new OTLPTraceExporter({ url }), report);
  // the ids that the next span gets: the library asks for them when it starts one
  let next: { traceId: string; spanId: string } | null = null;
  const random = (digits: number) =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(digits / 2))).toString('hex');
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(exporter)],
    idGenerator: {
      generateTraceId: () => next?.traceId ?? random(32),
      generateSpanId: () => next?.spanId ?? random(16),
    },
  });
  const tracer = provider.getTracer('crier', version);
  const withIds = <Result>(ids: typeof next, start: () => Result): Result => {
    next = ids;
    try {
      return start();
    } finally {
      next = null;
    }
  };
  /** The span that all others of a trace are below. It is started only, to learn whether the trace is sampled. */
  const findTop = (key: string) =>
    withIds({ traceId: deriveTraceId(key), spanId: deriveSpanId(key, undefined) }, () =>
      tracer.startSpan('top', { root: true }, ROOT_CONTEXT),
    );
  return {
    isSampled: (key: string) => (findTop(key).spanContext().traceFlags & 1) === 1,
    add(span: EndedSpan): void {
      const { trace: key, id } = span;
      const isTop = key !== null && id === undefined;
      const above = key === null || isTop ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, findTop(key));
      const ids = key === null ? null : { traceId: deriveTraceId(key), spanId: deriveSpanId(key, id) };
      withIds(ids, () => endSpan(tracer, span, above));
    },
    stop: () => provider.shutdown(),
  };
}

function endSpan(
  tracer: Tracer,
  { name, kind, startedAt, endedAt, attributes, error }: EndedSpan,
  above: Context,
) {
  const known = Object.entries(attributes).flatMap(([each, value]) =>
    value === null ? [] : [[each, value] as const],
  );
  const span = tracer.startSpan(
    name,
    {
      kind: kind === 'server' ? SpanKind.SERVER : SpanKind.CLIENT,
      startTime: startedAt,
      attributes: Object.fromEntries(known),
    },
    above,
  );
  if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
  span.end(Math.max(startedAt, endedAt));
}

/** Reports whether the collector takes what is sent. */
function reportingFaults(exporter: SpanExporter, report: ReportFault): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        report(result.code === SUCCESS ? null : describeFault(result.error));
        done({ code: SUCCESS }); // the library would log it again
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Without the answer of the collector, which may repeat what was sent. */
function describeFault(error: Error | undefined): string {
  const status = error !== undefined && 'code' in error ? error.code : undefined;
  if (typeof status === 'number') return `status ${status}`;
  return error === undefined ? 'no answer' : getErrorMessage(error);
}

function createMetrics(url: string, { resource, version, report, clock }: SenderParts & { clock: Clock }) {
  const exporter = new OTLPMetricExporter({ url });
  const startedAt = clock.now();
  const ending = new AbortController();
  let running: Promise<void> | null = null;
  let readAll: (() => Promise<readonly Metric[]>) | null = null;
  async function send(): Promise<void> {
    const metrics = buildMetricData((await readAll?.()) ?? [], { startedAt, now: clock.now() });
    await new Promise<void>((resolve) =>
      exporter.export(
        { resource, scopeMetrics: [{ scope: { name: 'crier', version }, metrics: [...metrics] }] },
        (result) => {
          report(result.code === SUCCESS ? null : describeFault(result.error));
          resolve();
        },
      ),
    );
  }
  async function run(intervalMs: number): Promise<void> {
    while (!ending.signal.aborted) {
      await clock.sleep(intervalMs, ending.signal).catch(() => {}); // at the end of the run, at once
      await send().catch((error: unknown) => report(getErrorMessage(error)));
    }
  }
  return {
    start(read: () => Promise<readonly Metric[]>, intervalMs: number): void {
      readAll = read;
      running ??= run(intervalMs);
    },
    async stop(): Promise<void> {
      ending.abort('stopped');
      await running;
      await exporter.shutdown();
    },
  };
}
