import type { Clock } from '../clock.ts';
import { createUsageError } from '../errors.ts';
import type { Collector, Telemetry, TelemetryOptions } from './telemetry.ts';

type TelemetryVariables = Readonly<Record<string, string | undefined>>;

const BASE = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const INTERVAL = 'OTEL_METRIC_EXPORT_INTERVAL';
const USUAL_INTERVAL_MS = 60_000;
/** What crier sends; `http/protobuf` is what SDKs assume, and its servers take JSON, too. */
const PROTOCOLS: readonly string[] = ['http/json', 'http/protobuf'];

/**
 * Starts to send to the collector of the environment; null without one. Its library is loaded only then.
 *
 * @throws CrierError of kind usage for an address or a protocol that cannot be used
 */
export async function startTelemetry(
  options: TelemetryOptions,
  world: { readonly env: TelemetryVariables; readonly clock: Clock; readonly version: string },
): Promise<Telemetry | null> {
  const collector = findCollector(world.env);
  if (collector === null) return null;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(collector, options, world);
}

/**
 * Reads the collector of the environment, by the variables of the OpenTelemetry specification; null without one.
 *
 * @throws CrierError of kind usage for an address or a protocol that cannot be used
 */
export function findCollector(env: TelemetryVariables): Collector | null {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return null;
  const traces = findEndpoint(env, 'TRACES');
  const metrics = findEndpoint(env, 'METRICS');
  if (traces === null && metrics === null) return null;
  return { traces, metrics, intervalMs: readInterval(env[INTERVAL]) };
}

function findEndpoint(env: TelemetryVariables, signal: 'TRACES' | 'METRICS'): string | null {
  if (env[`OTEL_${signal}_EXPORTER`] === 'none') return null;
  const own = `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`;
  const name = env[own] ? own : BASE;
  const text = env[name];
  if (!text) return null;
  requireProtocol(env, `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`);
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw createUsageError(`${name} is not an http or https address`, 'such as http://127.0.0.1:4318');
  if (name === own) return url.href;
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/${signal.toLowerCase()}`;
  return url.href;
}

function requireProtocol(env: TelemetryVariables, own: string): void {
  const name = env[own] ? own : 'OTEL_EXPORTER_OTLP_PROTOCOL';
  const protocol = env[name];
  if (!protocol || PROTOCOLS.includes(protocol)) return;
  throw createUsageError(
    `${name} is ${JSON.stringify(protocol)}, but spans and metrics are sent as http/json`,
    `set it to http/json, and ${BASE} to the HTTP port of the collector, usually 4318`,
  );
}

function readInterval(text: string | undefined): number {
  if (!text) return USUAL_INTERVAL_MS;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw createUsageError(`${INTERVAL} must be milliseconds, at least 1`, `such as ${USUAL_INTERVAL_MS}`);
  return Number(text);
}
