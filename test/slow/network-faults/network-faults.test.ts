import { afterAll, expect, test } from 'vitest';
import {
  type FaultyNetworkOptions,
  faultyNetwork,
  type NetworkFault,
  STAGES,
  type Stage,
} from '../../support/network/faulty-network.ts';
import { report } from '../../support/report.ts';
import { testSeed } from '../../support/test-seed.ts';
import { asking, isolatedOutbound } from '../../unit/outbound/test-outbound.ts';
import { createFaultyClients } from './faulty-clients.ts';

const seed = testSeed();
const { close, ...CLIENTS } = createFaultyClients();
afterAll(close);

/** The results of a fault in each stage. */
type StageResults = Readonly<Record<Stage, string>>;

/** What happens by each fault of the first connection: what is slow is accepted, what is cut is known as such. */
interface WrittenResults {
  /** In time, though slow. */
  slow: string;
  /** Nothing comes any more, until the deadline of the client, or it is so slow. */
  silent: StageResults;
  /** The connection ends, with a reset or without. */
  cut: StageResults;
  /** An answer that ends with its connection is cut: nothing says so. */
  shortened: string;
}

const WRITTEN: Readonly<Record<keyof typeof CLIENTS, WrittenResults>> = {
  'API client that reads': {
    slow: 'answered; 1 arrived',
    silent: {
      connect: 'silent for 100 s, again after 500 ms, answered; 1 arrived',
      request: 'silent for 100 s, again after 500 ms, answered; 1 arrived',
      headers: 'silent for 100 s, again after 500 ms, answered; 2 arrived',
      body: 'silent for 100 s, again after 500 ms, answered; 2 arrived',
    },
    cut: {
      connect: 'again after 500 ms, answered; 1 arrived',
      request: 'again after 500 ms, answered; 1 arrived',
      headers: 'again after 500 ms, answered; 2 arrived',
      body: 'again after 500 ms, answered; 2 arrived',
    },
    shortened: 'unavailable (not JSON), nothing was changed; 1 arrived',
  },
  'API client that writes': {
    slow: 'answered; 1 arrived',
    silent: {
      connect: 'silent for 100 s, unavailable (within), nothing was sent; 0 arrived',
      request: 'silent for 100 s, unavailable (within), may be done; 0 arrived',
      headers: 'silent for 100 s, unavailable (within), may be done; 1 arrived',
      body: 'silent for 100 s, unavailable (within), may be done; 1 arrived',
    },
    cut: {
      connect: 'unavailable (closed), nothing was sent; 0 arrived',
      request: 'unavailable (closed), may be done; 0 arrived',
      headers: 'unavailable (closed), may be done; 1 arrived',
      body: 'unavailable (closed), may be done; 1 arrived',
    },
    shortened: 'unavailable (not JSON), may be done; 1 arrived',
  },
  webhook: {
    slow: '200; recorded: 200; delivered; 1 arrived',
    silent: {
      connect: 'timeout after 15 s, 200; recorded: timeout, 200; delivered; 1 arrived',
      request: 'timeout after 15 s, 200; recorded: timeout, 200; delivered; 1 arrived',
      headers: 'timeout after 15 s, 200; recorded: timeout, 200; delivered; 2 arrived',
      body: '200 timeout after 15 s, 200; recorded: timeout, 200; delivered; 2 arrived',
    },
    cut: {
      connect: 'connection lost, 200; recorded: connection lost, 200; delivered; 1 arrived',
      request: 'connection lost, 200; recorded: connection lost, 200; delivered; 1 arrived',
      headers: 'connection lost, 200; recorded: connection lost, 200; delivered; 2 arrived',
      body: '200 connection lost, 200; recorded: connection lost, 200; delivered; 2 arrived',
    },
    shortened: '200; recorded: 200; delivered; 1 arrived',
  },
  callback: {
    slow: '200; sent, callback, no error; sent: text of the callback; 1 arrived',
    silent: {
      connect: 'timeout after 3 s; sent, fallback, callback not used: timeout; sent: template; 0 arrived',
      request: 'timeout after 3 s; sent, fallback, callback not used: timeout; sent: template; 0 arrived',
      headers: 'timeout after 3 s; sent, fallback, callback not used: timeout; sent: template; 1 arrived',
      body: '200 timeout after 3 s; sent, fallback, callback not used: timeout; sent: template; 1 arrived',
    },
    cut: {
      connect:
        'connection lost; sent, fallback, callback not used: connection lost; sent: template; 0 arrived',
      request:
        'connection lost; sent, fallback, callback not used: connection lost; sent: template; 0 arrived',
      headers:
        'connection lost; sent, fallback, callback not used: connection lost; sent: template; 1 arrived',
      body: '200 connection lost; sent, fallback, callback not used: connection lost; sent: template; 1 arrived',
    },
    shortened: '200; sent, fallback, callback not used: the answer is not JSON; sent: template; 1 arrived',
  },
  // a repetition says so in a header, and a status is enough for a target of the user's own
  forward: {
    slow: '200; recorded: 200; forwarded; attempts that arrived: 1',
    silent: {
      connect: 'timeout after 30 s, 200; recorded: timeout, 200; forwarded; attempts that arrived: 2',
      request: 'timeout after 30 s, 200; recorded: timeout, 200; forwarded; attempts that arrived: 2',
      headers: 'timeout after 30 s, 200; recorded: timeout, 200; forwarded; attempts that arrived: 1, 2',
      body: '200 timeout after 30 s; recorded: 200; forwarded; attempts that arrived: 1',
    },
    cut: {
      connect: 'connection lost, 200; recorded: connection lost, 200; forwarded; attempts that arrived: 2',
      request: 'connection lost, 200; recorded: connection lost, 200; forwarded; attempts that arrived: 2',
      headers: 'connection lost, 200; recorded: connection lost, 200; forwarded; attempts that arrived: 1, 2',
      body: '200 connection lost; recorded: 200; forwarded; attempts that arrived: 1',
    },
    shortened: '200; recorded: 200; forwarded; attempts that arrived: 1',
  },
};

const SLOW: readonly NetworkFault[] = ['latency', 'jitter', 'bandwidth', 'slicer', 'slow_close'];

interface FaultCell extends FaultyNetworkOptions {
  expected: string;
}

/** All faults in all stages; those that are slow, also without an end; and answers without a length. */
function listCells({ slow, silent, cut, shortened }: WrittenResults): readonly FaultCell[] {
  const inEachStage = STAGES.flatMap((stage): FaultCell[] => [
    ...SLOW.map((fault) => ({ stage, fault, expected: slow })),
    { stage, fault: 'timeout', expected: silent[stage] },
    { stage, fault: 'reset_peer', expected: cut[stage] },
    { stage, fault: 'limit_data', expected: cut[stage] },
    // an answer that says how long it is needs no end of the connection
    ...SLOW.map((fault) => ({
      ...{ stage, fault, isEndless: true },
      expected: fault === 'slow_close' ? slow : silent[stage],
    })),
  ]);
  const withoutLength = { stage: 'body', endsWithConnection: true } as const;
  return [
    ...inEachStage,
    { ...withoutLength, fault: 'slow_close', expected: slow },
    { ...withoutLength, fault: 'slow_close', isEndless: true, expected: silent.body },
    { ...withoutLength, fault: 'reset_peer', expected: cut.body },
    { ...withoutLength, fault: 'limit_data', expected: shortened },
  ];
}

test.each(Object.entries(CLIENTS))(
  `%s over a network with faults (seed ${seed})`,
  {
    tags: ['T10', 'S6', 'U-07', 'K-01', 'HTTP-06', 'CBK-05', 'HOOK-05'],
  },
  async (name, send) => {
    const cells = listCells(WRITTEN[name as keyof typeof CLIENTS]); // an entry of it
    const ends = cells.map(async ({ expected, ...wanted }) => {
      const network = await faultyNetwork({ ...wanted, seed });
      try {
        return { ...wanted, expected: await send(network) };
      } finally {
        network.close();
      }
    });
    expect(await Promise.all(ends)).toEqual(cells);
    report(`T10 ${name}: ${cells.length} cells as written`);
  },
);

// that the status of such an answer is known, the table above holds by a clock that waits for it
test('a body that drips ends with the time of the machine, too', { tags: ['T10', 'S6'] }, async () => {
  const network = await faultyNetwork({ stage: 'body', fault: 'bandwidth', isEndless: true });
  const address = `127.0.0.1:${network.port}`;
  const { outbound } = isolatedOutbound({ allowance: [address], leadsTo: network.port });
  const answer = await outbound.post(asking(`http://${address}/`, { deadlineMs: 100, answerBytes: 16_384 }));
  expect(answer).toMatchObject({ body: null, fault: 'timeout' });
  expect(answer.ms).toBeGreaterThanOrEqual(99);
  network.close();
});
