import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Clock } from '../../clock.ts';
import { formatUrlHost, isLoopback } from '../../domain/addresses/url-shape.ts';
import { CrierError, createUsageError, getErrorMessage } from '../../errors.ts';
import { SECOND_MS } from '../../service/durations.ts';
import { formatMetrics, METRIC_TEXT_TYPE, type Metric } from '../../telemetry/metric-text.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { Inbox, TargetBacklog } from '../inbox/inbox.ts';
import { createReceiverMetrics, type ReceiverMetrics } from '../metrics/receiver-metrics.ts';
import type { ReceiverAnswer, ReceiverRequest } from '../receiver-endpoint.ts';
import type { ReceiverLog } from './receiver-log.ts';
import type { ReceiverWorld } from './world.ts';

/** How long the store may take to answer a health check, in milliseconds. */
const STORE_MS = 2 * SECOND_MS;

/** Who watches a receiver: probes and Prometheus by its own port, and a collector of OpenTelemetry. */
export interface ReceiverWatch {
  /** Of health and metrics; null if they are not served. */
  readonly url: string | null;
  /** Null if neither of them reads any. */
  readonly metrics: ReceiverMetrics | null;
  readonly telemetry: Telemetry | null;
}

export interface AdminOptions {
  /** 0 for any free port; undefined if they are not served. */
  adminPort?: number | undefined;
  /** Address or name of this machine (default: 127.0.0.1). */
  adminHost?: string | undefined;
  /** Names and ports that requests may give as their host, too. */
  allowHost: readonly string[];
  /** The token now; null for none. */
  getAdminToken(): string | null;
}

export interface WatchedReceiver {
  inbox: Inbox;
  targets: readonly string[];
  labelTarget(name: string): string;
  forwarders: { countInFlight(target: string): number };
  log: ReceiverLog;
  telemetry: Telemetry | null;
  /** Why it takes nothing now, although the store works; null if it does. */
  getObstacle(): string | null;
}

/**
 * Serves `/healthz` and `/metrics` if they are wanted, and sends the metrics to the collector if there is one.
 *
 * @throws CrierError of kind usage when the address cannot be used, or other machines could read them without a token
 */
export async function openWatch(
  options: AdminOptions,
  watched: WatchedReceiver,
  world: ReceiverWorld,
): Promise<ReceiverWatch> {
  const { telemetry, targets, labelTarget } = watched;
  if (options.adminPort === undefined && telemetry === null) return { url: null, metrics: null, telemetry };
  const { clock, version } = world;
  const metrics = createReceiverMetrics({ version, targets, startedAt: clock.now(), labelTarget });
  const checkHealth = () => findObstacle(watched, clock);
  const readBacklogs = createBacklogReader(watched.inbox, clock);
  const readMetrics = async () =>
    metrics.read({
      now: clock.now(),
      isHealthy: (await checkHealth()) === null,
      backlogs: await readBacklogs().catch(() => null),
      inFlight: targets.map((target) => ({ target, count: watched.forwarders.countInFlight(target) })),
    });
  const url = await serveAdmin(options, { checkHealth, readMetrics }, world);
  telemetry?.sendMetrics(readMetrics);
  return { url, metrics, telemetry };
}

/** @returns null if no port was asked for */
async function serveAdmin(
  { adminPort: port, adminHost: host = '127.0.0.1', allowHost: allowedHosts, getAdminToken }: AdminOptions,
  {
    checkHealth,
    readMetrics,
  }: { checkHealth(): Promise<string | null>; readMetrics(): Promise<readonly Metric[]> },
  { listen }: ReceiverWorld,
): Promise<string | null> {
  if (port === undefined) return null;
  if (getAdminToken() === null && !isLoopback(formatUrlHost(host)))
    throw createUsageError(
      `other machines could read health and metrics on ${host}: they need a token`,
      'give one with --admin-token-file or CRIER_ADMIN_TOKEN, or omit --admin-host',
    );
  const answer = createAdminEndpoint({ host, allowedHosts, getToken: getAdminToken }, checkHealth, async () =>
    formatMetrics(await readMetrics()),
  );
  const listener = await listen({ host, port, bodyBytes: 0, answer }).catch((error: unknown) => {
    if (!(error instanceof CrierError) || error.kind !== 'usage') throw error;
    throw createUsageError(error.message, 'use another --admin-port or --admin-host');
  });
  return `http://${formatUrlHost(host)}:${listener.port}`;
}

/** @returns why deliveries cannot be taken in; null if they can */
async function findObstacle(
  { inbox, log, getObstacle }: WatchedReceiver,
  clock: Clock,
): Promise<string | null> {
  const obstacle = getObstacle();
  if (obstacle !== null) return obstacle;
  if (log.fault !== null) return `deliveries cannot be stored or forwarded: ${log.fault}`;
  return checkStore(inbox, clock);
}

/** @returns why the store does not answer; null if it does */
async function checkStore(inbox: Inbox, { sleep }: Clock): Promise<string | null> {
  const over = new AbortController();
  const late = sleep(STORE_MS, over.signal).then(
    () => 'the store does not answer',
    () => null, // it answered
  );
  const read = inbox.readMark('path').then(
    () => null,
    (error: unknown) => `the store cannot be read: ${getErrorMessage(error)}`,
  );
  try {
    return await Promise.race([read, late]);
  } finally {
    over.abort('over');
  }
}

/** What is counted is used again for this time, and for many times as long as counting took: a long backlog is slow. */
const FRESH_MS = SECOND_MS;
const FRESH_TIMES = 20;

/** Reads the backlogs, but not with every question. */
export function createBacklogReader(inbox: Inbox, clock: Clock): () => Promise<readonly TargetBacklog[]> {
  let known: { readonly backlogs: readonly TargetBacklog[]; readonly until: number } | null = null;
  return async () => {
    const began = clock.steady();
    if (known !== null && began < known.until) return known.backlogs;
    const backlogs = await inbox.listBacklogs();
    const ended = clock.steady();
    known = { backlogs, until: ended + Math.max(FRESH_MS, FRESH_TIMES * (ended - began)) };
    return backlogs;
  };
}

/**
 * Creates the endpoint for health checks and metrics. It answers only requests that name an address, localhost or the
 * host that was asked for: a page in a browser reaches it by no other name than its own (DNS rebinding). No other
 * origin can read the answers, and nothing can be changed here. With a token, metrics need it, and without it
 * `/healthz` says only whether deliveries can be taken in, for probes of a balancer.
 *
 * @see docs/safety.md#D1, #D3
 */
function createAdminEndpoint(
  {
    host,
    allowedHosts,
    getToken,
  }: { host: string; allowedHosts: readonly string[]; getToken(): string | null },
  checkHealth: () => Promise<string | null>,
  formatAll: () => Promise<string>,
): (request: Omit<ReceiverRequest, 'readBody'>) => Promise<ReceiverAnswer> {
  const pages: Readonly<Record<string, (isKnown: boolean) => Promise<ReceiverAnswer>>> = {
    '/healthz': async (isKnown) => {
      const reason = await checkHealth();
      return reason === null ? createText(200, 'ok') : createText(503, isKnown ? reason : 'not ready');
    },
    '/metrics': async (isKnown) =>
      isKnown ? createText(200, await formatAll(), METRIC_TEXT_TYPE) : createUnauthorized(),
  };
  return async ({ method, target, headers }) => {
    const named = headers['host'] ?? '';
    if (!isOwnHost(named, host) && !allowedHosts.includes(named.toLowerCase()))
      return createText(403, 'unknown host');
    const [path = ''] = target.split('?', 1);
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (page === undefined) return createText(404, 'use /healthz or /metrics');
    if (method === 'GET' || method === 'HEAD') return page(hasToken(headers['authorization'], getToken()));
    const refused = createText(405, 'use GET');
    return { ...refused, headers: { ...refused.headers, allow: 'GET, HEAD' } };
  };
}

/** @param header the host of a request, and its port */
function isOwnHost(header: string, host: string): boolean {
  const name = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::\d+)?$/i.exec(header);
  const text = (name?.[1] ?? name?.[2] ?? '').toLowerCase();
  return isIP(text) !== 0 || text === 'localhost' || text === host.toLowerCase();
}

/** Compares hashes, which have one length, in constant time. */
function hasToken(header: string | undefined, token: string | null): boolean {
  if (token === null) return true;
  const [, given = ''] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

function createUnauthorized(): ReceiverAnswer {
  const refused = createText(401, 'send the token: Authorization: Bearer <token>');
  return { ...refused, headers: { ...refused.headers, 'www-authenticate': 'Bearer' } };
}

function createText(status: number, text: string, type = 'text/plain; charset=utf-8'): ReceiverAnswer {
  return {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    body: new TextEncoder().encode(text.endsWith('\n') ? text : `${text}\n`),
  };
}
