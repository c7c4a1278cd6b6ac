import { createClient } from '../../../src/client/client.ts';
import { createNetworkTransport } from '../../../src/client/network-transport.ts';
import { CrierError } from '../../../src/errors.ts';
import type { Outbound } from '../../../src/outbound/outbound.ts';
import { type ForwardReport, startForwarding } from '../../../src/receiver/forwarding.ts';
import { openSqliteInbox } from '../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { createHttpTarget } from '../../../src/receiver/targets.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/service/durations.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { CALLED, createCallbackEngines } from '../../support/engine/callback-engine.ts';
import { createDeliveryEngine } from '../../support/engine/delivery-engine.ts';
import { createEngineFixtures } from '../../support/engine/engine-fixture.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { turns } from '../../support/network/against.ts';
import { TIMEOUT_MS, target } from '../../support/network/client.ts';
import { type FaultyNetwork, ORIGIN_NAME } from '../../support/network/faulty-network.ts';
import { ARRIVAL, arrived } from '../../support/receiver/arrived.ts';
import { isolatedOutbound } from '../../unit/outbound/test-outbound.ts';

/** Sends something over a network whose first connection is faulty. @returns each attempt, and the end, as words */
export type FaultyClient = (network: FaultyNetwork) => Promise<string>;

/** Lets the time of a request run out as soon as nothing more comes, and no earlier. */
function endTimeWhenStalled({ stalled }: FaultyNetwork, clock: ManualClock, deadlineMs: number): void {
  void stalled.then(async () => {
    await turns(20);
    clock.advance(deadlineMs - 1);
    await turns(2);
    clock.advance(1);
  });
}

const countArrived = ({ arrived: { length } }: FaultyNetwork) => `${length} arrived`;

/** A client of the service that retries reads twice. */
function apiClient(method: 'GET' | 'POST'): FaultyClient {
  return async (network) => {
    const { origin, authority } = network;
    const clock = createManualClock({ holdsFromMs: TIMEOUT_MS });
    endTimeWhenStalled(network, clock, TIMEOUT_MS);
    const client = createClient({
      transport: createNetworkTransport({}, { skipVerify: false, trusted: authority?.cert ?? null }),
      target: target(origin),
      clock,
      random: () => 1,
      timeoutMs: TIMEOUT_MS,
      retries: 2,
      maxWaitMs: MINUTE_MS,
    });
    const asked =
      method === 'GET'
        ? client.request({ method, path: '/history', body: null })
        : client.request({ method, path: '/post', body: { post: 'Open on Sunday' } });
    const end = await asked.then(() => 'answered', describeFailure);
    const waits = clock.slept.map((ms) => `again after ${ms} ms, `).join('');
    const silentMs = clock.steady() - clock.slept.reduce((sum, ms) => sum + ms, 0);
    const silent = silentMs === 0 ? '' : `silent for ${silentMs / SECOND_MS} s, `;
    return `${silent}${waits}${end}; ${countArrived(network)}`;
  };
}

function describeFailure(error: unknown): string {
  if (!(error instanceof CrierError)) throw error;
  const { kind, message, facts } = error;
  const reason = /within|closed|not JSON/.exec(message)?.[0] ?? message;
  const fate = facts.advice?.includes('nothing was sent') ? 'nothing was sent' : 'nothing was changed';
  return `${kind} (${reason}), ${facts.mayBeDone === true ? 'may be done' : fate}`;
}

/** The real way to addresses of users, which notes how each attempt ended. */
function openNoted(network: FaultyNetwork, deadlineMs: number) {
  const clock = createManualClock({ start: ARRIVAL, holdsFromMs: 1 });
  endTimeWhenStalled(network, clock, deadlineMs);
  const { port, authority } = network;
  const { outbound } = isolatedOutbound({
    clock,
    leadsTo: port,
    ...(authority === null ? { allowance: [`127.0.0.1:${port}`] } : { trusted: authority.cert }),
  });
  const attempts: string[] = [];
  const noted: Outbound = {
    ...outbound,
    async post(request) {
      const answer = await outbound.post(request);
      const { status, fault, ms } = answer;
      const reason = [status, fault].filter((each) => each !== null).join(' ');
      attempts.push(ms === 0 ? reason : `${reason} after ${ms / SECOND_MS} s`);
      return answer;
    },
  };
  const url = authority === null ? `http://127.0.0.1:${port}/` : `https://${ORIGIN_NAME}/`;
  return { clock, outbound: noted, attempts, url };
}

/** Everything that the test opens is on files in memory. */
export function createFaultyClients() {
  const fixtures = createEngineFixtures();
  const engines = createCallbackEngines();

  const webhook: FaultyClient = async (network) => {
    const { outbound, attempts, url } = openNoted(network, LIMITS.webhookAnswerMs);
    const fixture = fixtures.open();
    const engine = createDeliveryEngine(fixture, outbound);
    const hookId = engine.enqueue({ url });
    await engine.advance(DAY_MS);
    const { state, attempts: stored } = engine.of(hookId);
    fixture.close();
    const recorded = stored.map(({ status, error }) => error ?? String(status));
    return `${attempts.join(', ')}; recorded: ${recorded.join(', ')}; ${state}; ${countArrived(network)}`;
  };

  const callback: FaultyClient = async (network) => {
    const { outbound, attempts, url } = openNoted(network, LIMITS.callbackTimeoutMs.default);
    const engine = engines.open([{ ...CALLED, messageUrl: url }]);
    engine.engage();
    await engine.asking(outbound).advance(MINUTE_MS);
    const [action] = engine.actions();
    const sent = engine.dms().map((text) => (text === CALLED.message ? 'template' : 'text of the callback'));
    const how = `${action?.status}, ${action?.messageSource}, ${action?.errorDetails ?? 'no error'}`;
    return `${attempts.join(', ')}; ${how}; sent: ${sent.join(', ')}; ${countArrived(network)}`;
  };

  return {
    'API client that reads': apiClient('GET'),
    'API client that writes': apiClient('POST'),
    webhook,
    callback,
    forward,
    close() {
      engines.close();
      engines.remove();
      fixtures.remove();
    },
  };
}

const FORWARD_DEADLINE_MS = 30 * SECOND_MS;

const forward: FaultyClient = async (network) => {
  const { outbound, attempts, url, clock } = openNoted(network, FORWARD_DEADLINE_MS);
  const inbox = openSqliteInbox(':memory:');
  await inbox.takeIn([arrived({ hookId: 'one' }, [url])]);
  const reports: ForwardReport[] = [];
  const ended = Promise.withResolvers<void>();
  const runner = startForwarding({
    target: createHttpTarget(url, { outbound, deadlineMs: FORWARD_DEADLINE_MS }),
    ...{ inbox, clock, concurrency: 4, perSecond: null },
    onReport(report) {
      reports.push(report);
      if (report.again === null) ended.resolve();
      else setImmediate(() => clock.advance((report.again ?? 0) - clock.now()));
    },
    onFault: ended.reject,
  });
  await ended.promise;
  await runner.stop();
  const stored = await inbox.find(1);
  await inbox.close();
  const recorded = reports.map(({ outcome }) => outcome.error ?? String(outcome.status));
  const marks = network.arrived.map((headers) => headers['crier-attempt']);
  const arrivals = `attempts that arrived: ${marks.join(', ')}`;
  return `${attempts.join(', ')}; recorded: ${recorded.join(', ')}; ${stored?.state}; ${arrivals}`;
};
