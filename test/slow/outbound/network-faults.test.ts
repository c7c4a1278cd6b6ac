import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openOutbound } from '../../../src/outbound/open-outbound.ts';
import { ASSUMED } from '../../../src/service/assumed.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { turns } from '../../support/network/against.ts';
import { countsIn, report } from '../../support/report.ts';
import { testSeed } from '../../support/test-seed.ts';
import { asking, isolatedOutbound, recorded, silentSocket } from '../../unit/outbound/test-outbound.ts';
import {
  ANSWER,
  type FaultyNetwork,
  type FaultyNetworkOptions,
  faultyNetwork,
  type NetworkFault,
  type Stage,
} from './faulty-network.ts';

const seed = testSeed();

/** The client: how long it waits, and how much it takes. */
const CLIENTS = {
  webhook: { deadlineMs: LIMITS.webhookAnswerMs, answerBytes: ASSUMED.webhookAnswerBytes },
  callback: { deadlineMs: LIMITS.callbackTimeoutMs.default, answerBytes: LIMITS.callbackAnswerBytes },
} as const;

type ExpectedEnding = 'whole' | 'timeout' | 'connection lost';
type FaultRow = Readonly<Record<Stage, readonly [status: 200 | null, ExpectedEnding]>>;

const WHOLE = [200, 'whole'] as const;
const ALL_WHOLE: FaultRow = { connect: WHOLE, request: WHOLE, headers: WHOLE, body: WHOLE };
const ends = (ending: ExpectedEnding): FaultRow => ({
  connect: [null, ending],
  request: [null, ending],
  headers: [null, ending],
  body: [200, ending],
});

/** The result: slow ones are accepted, cut ones are reported, and the status is known from the end of the head on. */
const EXPECTED: Readonly<Record<NetworkFault, FaultRow>> = {
  latency: ALL_WHOLE,
  jitter: ALL_WHOLE,
  bandwidth: ALL_WHOLE,
  slicer: ALL_WHOLE,
  slow_close: ALL_WHOLE,
  timeout: ends('timeout'),
  reset_peer: ends('connection lost'),
  limit_data: ends('connection lost'),
};
/** The same where it lasts longer than any timeout. */
const EXPECTED_ENDLESS: Readonly<Partial<Record<NetworkFault, FaultRow>>> = {
  latency: ends('timeout'),
  jitter: ends('timeout'),
  bandwidth: ends('timeout'),
  slicer: ends('timeout'),
  // an answer that says how long it is needs no end of the connection
  slow_close: ALL_WHOLE,
};

const cellsOf = (rows: Readonly<Partial<Record<NetworkFault, FaultRow>>>, isEndless: boolean) =>
  Object.entries(rows).flatMap(
    ([fault, row]) =>
      Object.entries(row).map(([stage, expected]) => ({ fault, stage, isEndless, expected }) as FaultCase), // of these keys
  );
interface FaultCase extends FaultyNetworkOptions {
  readonly expected: FaultRow[Stage];
}
const CELLS: readonly FaultCase[] = [
  ...cellsOf(EXPECTED, false),
  ...cellsOf(EXPECTED_ENDLESS, true),
  { fault: 'slow_close', stage: 'body', endsWithConnection: true, expected: WHOLE },
  {
    fault: 'slow_close',
    stage: 'body',
    endsWithConnection: true,
    isEndless: true,
    expected: [200, 'timeout'],
  },
];

/** Asks through a network, and lets the time run out as soon as nothing more comes. */
async function ask(
  network: FaultyNetwork,
  { deadlineMs, answerBytes }: (typeof CLIENTS)[keyof typeof CLIENTS],
) {
  const clock = createManualClock({ holdsFromMs: 1 });
  const { port, authority } = network;
  const address = `127.0.0.1:${port}`;
  const { outbound } = isolatedOutbound({
    clock,
    leadsTo: port,
    ...(authority === null ? { allowance: [address] } : { trusted: authority.cert }),
  });
  const url = authority === null ? `http://${address}/` : 'https://hooks.example/';
  const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(2_000) }));
  const asked = outbound.post(asking(url, { body, deadlineMs, answerBytes }));
  void network.stalled.then(async () => {
    await turns(20);
    clock.advance(deadlineMs - 1);
    await turns(2);
    clock.advance(1);
  });
  return asked;
}

describe.each(Object.entries(CLIENTS))(
  'a %s over a network with faults',
  { tags: ['T10'] },
  (name, client) => {
    test(`every cell ends as it is written, and in its time (seed ${seed})`, {
      tags: ['S6', 'U-07', 'K-01'],
    }, async () => {
      const counts: Record<string, number> = {};
      const cells = CELLS.map(async ({ expected, ...wanted }) => {
        const network = await faultyNetwork({ ...wanted, seed });
        try {
          const { ms, ...answer } = await ask(network, client);
          const [status, ending] = expected;
          const body = ending === 'whole' ? ANSWER : null;
          const fault = ending === 'whole' ? null : ending;
          const byAllowance = wanted.stage !== 'connect';
          expect({ ...wanted, ...recorded({ ms, ...answer }) }).toEqual({
            ...wanted,
            status,
            body,
            fault,
            byAllowance,
          });
          expect({ ...wanted, ms }).toEqual({ ...wanted, ms: ending === 'timeout' ? client.deadlineMs : 0 });
          counts[ending] = (counts[ending] ?? 0) + 1;
        } finally {
          network.close();
        }
      });
      await Promise.all(cells);
      report(`T10 ${name}: ${cells.length} cells as written (${countsIn(counts)})`);
    });

    test.each([
      ['that answers late', 'late', [200, null]],
      ['that refuses', 'refused', [null, 'connection refused']],
      ['that never answers', 'silent', [null, 'timeout']],
    ] as const)('a machine %s', { tags: ['S6'] }, async (_what, manner, expected) => {
      const network = await faultyNetwork({ stage: 'body', fault: 'slow_close' });
      const clock = createManualClock({ holdsFromMs: 1 });
      const { port } = network;
      const dial = {
        late() {
          const socket = new Socket();
          setTimeout(() => socket.connect(port, '127.0.0.1'), 30);
          return socket;
        },
        refused: silentSocket,
        silent() {
          void turns(5).then(() => clock.advance(client.deadlineMs));
          return new Socket();
        },
      };
      const address = `127.0.0.1:${port}`;
      const outbound = openOutbound({ allowance: [address], clock, dial: dial[manner] });
      const { status, fault } = await outbound.post(asking(`http://${address}/`, { ...client }));
      expect([status, fault]).toEqual(expected);
      network.close();
    });
  },
);

// That the status of such an answer is known, the table above holds by a clock that waits for it.
test('by the machine’s own time, too: a drip of a body ends with the time', {
  tags: ['T10', 'S6'],
}, async () => {
  const network = await faultyNetwork({ stage: 'body', fault: 'bandwidth', isEndless: true });
  const address = `127.0.0.1:${network.port}`;
  const { outbound } = isolatedOutbound({ allowance: [address], leadsTo: network.port });
  const answer = await outbound.post(asking(`http://${address}/`, { deadlineMs: 100, answerBytes: 16_384 }));
  expect(answer).toMatchObject({ body: null, fault: 'timeout' });
  expect(answer.ms).toBeGreaterThanOrEqual(99);
  network.close();
});
