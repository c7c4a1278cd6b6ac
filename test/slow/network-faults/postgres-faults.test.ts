import { afterAll, describe, expect, test, vi } from 'vitest';
import { CrierError } from '../../../src/errors.ts';
import { openPostgresInbox } from '../../../src/receiver/inbox/postgres/open-postgres-inbox.ts';
import { QUICK_MS } from '../../../src/receiver/inbox/postgres/postgres-pool.ts';
import { SECOND_MS } from '../../../src/service/durations.ts';
import { turns } from '../../support/network/against.ts';
import {
  faultyNetwork,
  type NetworkFault,
  STAGES,
  type Stage,
} from '../../support/network/faulty-network.ts';
import { createTestDatabase } from '../../support/postgres/shared-server.ts';
import { arrived } from '../../support/receiver/arrived.ts';
import { report } from '../../support/report.ts';

// node-postgres waits by the timers of Node, which this test ends by itself
vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const database = await createTestDatabase();
afterAll(async () => {
  vi.useRealTimers();
  await database?.drop();
});

/** The longest that the connection or a statement waits, and less than both: the next attempt has its own time. */
const DEADLINE_MS = QUICK_MS + SECOND_MS;

const SLOW: readonly NetworkFault[] = ['latency', 'jitter', 'bandwidth', 'slicer', 'slow_close'];
const BREAKING: readonly NetworkFault[] = ['timeout', 'reset_peer', 'limit_data'];

/** By a fault of the first connection that breaks: what comes of opening the inbox, and of a delivery. */
const BROKEN: Readonly<Record<Stage, string>> = {
  connect: 'unavailable; opened again: stored',
  request: 'stored',
  // it was stored, and its answer was lost: the second time it is known
  headers: 'known',
  body: 'known',
};

const CELLS = STAGES.flatMap((stage) => [
  ...SLOW.map((fault) => ({ stage, fault, expected: 'stored' })),
  ...BREAKING.map((fault) => ({ stage, fault, expected: BROKEN[stage] })),
]);

describe.each(database === null ? [] : [database])('Postgres behind a bad network', ({ url }) => {
  test('every cell ends as it is written, and what is stored is forwarded once', {
    tags: ['T10', 'L3', 'L4'],
  }, async () => {
    for (const { expected, ...cell } of CELLS) {
      expect({ ...cell, expected: await takeInOver(url, cell) }).toEqual({ ...cell, expected });
    }
    const direct = await openPostgresInbox({ url });
    const { deliveries } = await direct.count({});
    const jobs = await direct.claim({ target: 'x', most: 1_000, now: Date.now() });
    await direct.close();
    expect({ jobs: jobs.length, waiting: deliveries.waiting }).toEqual({
      jobs: CELLS.length,
      waiting: CELLS.length,
    });
    report(`T10 Postgres: ${CELLS.length} cells as written`);
  });
});

/** Stores a delivery over a network whose first connection is faulty. @returns how that ended */
async function takeInOver(url: string, cell: { stage: Stage; fault: NetworkFault }): Promise<string> {
  const behind = new URL(url);
  const network = await faultyNetwork({ ...cell, postgresPort: Number(behind.port) });
  behind.port = String(network.port);
  void network.stalled.then(async () => {
    await turns(20);
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
  });
  const delivery = arrived({ hookId: `${cell.stage} ${cell.fault}` }, ['x']);
  const open = async () => openPostgresInbox({ url: behind.href });
  if (cell.stage === 'connect') network.begin();
  let words = '';
  const inbox = await open().catch((error: unknown) => {
    if (!(error instanceof CrierError)) throw error;
    words = `${error.kind}; opened again: `;
    return open();
  });
  network.begin();
  try {
    const [taken] = await inbox.takeIn([delivery]);
    return `${words}${taken?.repeats === null ? 'stored' : 'known'}`;
  } finally {
    await inbox.close();
    network.close();
  }
}
