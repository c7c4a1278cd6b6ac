import { expect, test } from 'vitest';
import { selectHistory } from '../../../../../src/cli/features/hooks/read-history.ts';
import { testClient } from '../../../../support/network/client.ts';

/** More than a call takes arguments; the answer is too short to be read in parts. */
const MANY = 200_000;

test('a history of very many deliveries is counted, though they arrive at once', async () => {
  const entries = Array.from({ length: MANY }, () => '{}').join(',');
  const client = testClient({
    transport: async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: (async function* () {
        yield Buffer.from(`{"feed":[${entries}]}`);
      })(),
    }),
  });
  const { undated, lists } = await selectHistory(client, () => false);
  expect({ undated, lists: [...lists] }).toEqual({
    undated: MANY,
    lists: [['feed', { count: MANY, oldest: 0 }]],
  });
});
