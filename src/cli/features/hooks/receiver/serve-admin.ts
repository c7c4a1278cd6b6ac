import type { Clock } from '../../../../clock.ts';
import { formatUrlHost, isLoopback } from '../../../../domain/addresses/url-shape.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import type { ForwardRunner } from '../../../../receiver/forwarding.ts';
import type { Inbox, TargetBacklog } from '../../../../receiver/inbox/inbox.ts';
import {
  createReceiverMetrics,
  type ReceiverMetrics,
} from '../../../../receiver/metrics/receiver-metrics.ts';
import { type AdminEndpointOptions, createAdminEndpoint } from '../../../../receiver/run/admin-endpoint.ts';
import { SECOND_MS } from '../../../../service/durations.ts';
import type { CommandContext, Uses } from '../../../framework/command/context.ts';
import { readAccessToken } from '../access-token.ts';
import type { ChosenTarget } from './forward-targets.ts';
import type { ReceiverLog } from './receiver-log.ts';

/** How long the store may take to answer a health check, in milliseconds. */
const STORE_MS = 2 * SECOND_MS;

/** Health and metrics that are served over HTTP. */
export interface RunningAdmin {
  readonly url: string;
  readonly metrics: ReceiverMetrics;
}

/** The receiver that they are about. */
interface WatchedReceiver {
  inbox: Pick<Inbox, 'readMark' | 'listBacklogs'>;
  targets: readonly ChosenTarget[];
  /** How metrics name a target. */
  labelTarget(name: string): string;
  /** One for each target, in the same order. */
  runners: readonly Pick<ForwardRunner, 'inFlight'>[];
  log: Pick<ReceiverLog, 'fault'>;
  /** Why it takes nothing now, although the store works; null if it does. */
  getObstacle(): string | null;
}

/**
 * Serves `/healthz` and `/metrics`.
 *
 * @param host address or name of this machine
 * @throws CrierError of kind usage when the address cannot be used
 */
async function openAdmin(
  {
    host,
    port,
    allowedHosts,
    getToken,
  }: { host: string; port: number } & Pick<AdminEndpointOptions, 'allowedHosts' | 'getToken'>,
  { inbox, targets, labelTarget, runners, log, getObstacle }: WatchedReceiver,
  { clock, listen, version }: Uses<{ io: 'clock' | 'listen' | 'version' }>['io'],
): Promise<RunningAdmin> {
  const names = targets.map(({ target }) => target.name);
  const metrics = createReceiverMetrics({
    version,
    targets: names,
    startedAt: clock.now(),
    labelTarget,
  });
  const readBacklogs = createBacklogReader(inbox, clock);
  const checkHealth = async () => {
    const obstacle = getObstacle();
    if (obstacle !== null) return obstacle;
    if (log.fault !== null) return `deliveries cannot be stored or forwarded: ${log.fault}`;
    return checkStore(inbox, clock);
  };
  const listener = await listen({
    host,
    port,
    bodyBytes: 0,
    answer: createAdminEndpoint({
      ...{ host, allowedHosts, getToken, checkHealth },
      async formatMetrics() {
        const isHealthy = (await checkHealth()) === null;
        return metrics.format({
          now: clock.now(),
          isHealthy,
          backlogs: await readBacklogs().catch(() => null),
          inFlight: names.map((target, place) => ({ target, count: runners[place]?.inFlight ?? 0 })),
        });
      },
    }),
  }).catch((error: unknown) => {
    if (!(error instanceof CrierError) || error.kind !== 'usage') throw error;
    throw createUsageError(error.message, 'use another --admin-port or --admin-host');
  });
  return { url: `http://${formatUrlHost(host)}:${listener.port}`, metrics };
}

/** Where the flags want health and metrics. */
export interface AdminFlags {
  readonly adminPort?: number | undefined;
  readonly adminHost?: string | undefined;
  readonly adminTokenFile?: string | undefined;
}

/**
 * Reads the token that health and metrics need: of the flag, else of the environment.
 *
 * @returns null for none
 * @throws CrierError of kind usage when it is too short or cannot be read
 */
export async function readAdminToken(
  { adminPort, adminTokenFile }: AdminFlags,
  context: Pick<CommandContext, 'settings' | 'io'>,
): Promise<string | null> {
  if (adminPort === undefined) return null;
  const source = { variable: 'CRIER_ADMIN_TOKEN', flagFile: adminTokenFile };
  return readAccessToken({ name: 'admin token', ...source }, context);
}

interface OpenAdminFlags extends AdminFlags {
  allowHost?: readonly string[];
  /** The token now; null for none. */
  getAdminToken(): string | null;
}

/**
 * Serves them where the flags say; null if they do not.
 *
 * @throws CrierError of kind usage when other machines could read them without a token
 */
export async function openChosenAdmin(
  { adminPort, adminHost = '127.0.0.1', allowHost = [], getAdminToken }: OpenAdminFlags,
  watched: WatchedReceiver,
  io: Uses<{ io: 'clock' | 'listen' | 'version' }>['io'],
): Promise<RunningAdmin | null> {
  if (adminPort === undefined) return null;
  if (getAdminToken() === null && !isLoopback(formatUrlHost(adminHost)))
    throw createUsageError(
      `other machines could read health and metrics on ${adminHost}: they need a token`,
      'give one with --admin-token-file or CRIER_ADMIN_TOKEN, or omit --admin-host',
    );
  const place = { host: adminHost, port: adminPort, allowedHosts: allowHost, getToken: getAdminToken };
  return openAdmin(place, watched, io);
}

/** @returns why the store does not answer; null if it does */
async function checkStore(
  inbox: Pick<Inbox, 'readMark'>,
  { sleep }: Pick<Clock, 'sleep'>,
): Promise<string | null> {
  const over = new AbortController();
  const late = sleep(STORE_MS, over.signal).then(
    () => 'the store does not answer',
    () => null, // it answered
  );
  const read = inbox.readMark('path').then(
    () => null,
    (error: unknown) => `the store cannot be read: ${error instanceof Error ? error.message : String(error)}`,
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
export function createBacklogReader(
  inbox: Pick<Inbox, 'listBacklogs'>,
  clock: Pick<Clock, 'steady'>,
): () => Promise<readonly TargetBacklog[]> {
  let known: { backlogs: readonly TargetBacklog[]; until: number } | null = null;
  return async () => {
    const began = clock.steady();
    if (known !== null && began < known.until) return known.backlogs;
    const backlogs = await inbox.listBacklogs();
    const ended = clock.steady();
    known = { backlogs, until: ended + Math.max(FRESH_MS, FRESH_TIMES * (ended - began)) };
    return backlogs;
  };
}
