import { afterAll, describe, expect, test } from 'vitest';
import { openPostgresInbox } from '../../../src/receiver/inbox/postgres/open-postgres-inbox.ts';
import { createTestDatabase } from '../../support/postgres/shared-server.ts';
import { arrived } from '../../support/receiver/arrived.ts';
import { faultyNetwork, type NetworkFault, type Stage } from '../outbound/faulty-network.ts';

const database = await createTestDatabase();
afterAll(() => database?.drop());

/** Longer than the connection and one statement may take, and shorter than a sender waits. */
const DEADLINE_MS = 10_000;

const SLOW: readonly NetworkFault[] = ['latency', 'jitter', 'bandwidth', 'slicer', 'slow_close'];
const BREAKING: readonly NetworkFault[] = ['timeout', 'reset_peer', 'limit_data'];
/** The bytes to the server, and the first ones from it. */
const STAGES: readonly Stage[] = ['request', 'connect'];

const CELLS = STAGES.flatMap((stage) => [
  ...SLOW.map((fault) => ({ stage, fault, expected: 'stored' })),
  ...BREAKING.map((fault) => ({ stage, fault, expected: 'unavailable' })),
]);

describe.each(database === null ? [] : [database])('Postgres behind a bad network', ({ url }) => {
  test.each(CELLS)(
    '$fault of the $stage: $expected, and nothing is stored twice',
    { tags: ['T10'] },
    async ({ stage, fault, expected }) => {
      const target = new URL(url);
      const network = await faultyNetwork({ stage, fault, originPort: Number(target.port) });
      target.port = String(network.port);
      const delivery = arrived({ hookId: `${stage} ${fault}` }, ['x']);
      const began = performance.now();
      const result = await openPostgresInbox({ url: target.href }).then(
        async (inbox) => {
          const [taken] = await inbox.takeIn([delivery]);
          await inbox.close();
          return taken?.repeats === null ? 'stored' : 'repeated';
        },
        (error: { readonly kind?: string }) => error.kind,
      );
      expect(performance.now() - began).toBeLessThan(DEADLINE_MS);
      expect(result).toBe(expected);
      network.close();
      const direct = await openPostgresInbox({ url });
      const [taken] = await direct.takeIn([delivery]);
      expect(taken?.repeats === null).toBe(expected === 'unavailable');
      await direct.close();
    },
  );
});
