import { createHash } from 'node:crypto';
import type { Metric } from './metric-text.ts';

/** Sends spans and metrics to the collector of the environment. */
export interface Telemetry {
  /** The trace of a delivery, in every process that works on it: 32 hexadecimal digits. @param key its hook id */
  getTraceId(key: string): string;
  /** Adds work that has ended. It does not throw. */
  addSpan(span: EndedSpan): void;
  /** The value of a `traceparent` header, for what a span of this trace sends. */
  getTraceParent(trace: string, id: string): string;
  /** Sends these metrics from now on, at the interval of the environment and at the end. */
  sendMetrics(read: () => Promise<readonly Metric[]>): void;
  /** Sends what waits, for a moment at most. */
  stop(): Promise<void>;
}

export interface EndedSpan {
  readonly name: string;
  readonly kind: 'client' | 'server';
  /** What the trace is about; null for a trace of its own. */
  readonly trace: string | null;
  /** What tells the span from others of its trace. Without it, it is the one that the others are below. */
  readonly id?: string;
  /** In milliseconds since 1970, as `endedAt`. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Without those that are null. */
  readonly attributes: Readonly<Record<string, string | number | boolean | null>>;
  /** Null when it succeeded. */
  readonly error: string | null;
}

export interface TelemetryOptions {
  /** The name of the program, unless `OTEL_SERVICE_NAME` gives another. */
  readonly service: string;
  /** Called when the collector does not take what is sent, or takes it again: null. */
  onFault(reason: string | null): void;
}

/** Where spans and metrics go: absolute addresses; null for what is not sent. */
export interface Collector {
  readonly traces: string | null;
  readonly metrics: string | null;
  /** Between two sendings of metrics, in milliseconds. */
  readonly intervalMs: number;
}

const TRACE_DIGITS = 32;
const SPAN_DIGITS = 16;

/** The same in every process: work on one delivery is one trace, with nothing but its id in common. */
export function deriveTraceId(key: string): string {
  return hash(['trace', key]).slice(0, TRACE_DIGITS);
}

/** @param id of the span in its trace; undefined for the one that the others are below */
export function deriveSpanId(key: string, id: string | undefined): string {
  return hash(['span', key, id ?? null]).slice(0, SPAN_DIGITS);
}

function hash(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
