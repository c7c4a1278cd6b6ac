import { expect, test } from 'vitest';
import { createRecordBuilder } from '../../../../../src/cli/features/hooks/receiver/received-delivery.ts';
import { ARRIVAL, arrived } from '../../../../support/receiver/arrived.ts';

test('a request that cannot be explained has a record without it, and a line of its own', () => {
  const unreadable: string[] = [];
  const build = createRecordBuilder({
    explain() {
      throw new RangeError('Maximum call stack size exceeded');
    },
    withEvent: true,
    onUnreadable: ({ kind }, error) => unreadable.push(`${kind}: ${String(error)}`),
  });
  const both = { receivedAt: ARRIVAL, bytes: 10, ms: 1 };
  const refused = { ...both, kind: 'refused', status: 401, fault: 'mismatch', received: null } as const;
  const taken = { ...both, kind: 'taken', status: 200, number: 1, repeats: null } as const;
  expect(build(refused)).toMatchObject({ verdict: 'refused', reason: 'mismatch' });
  expect(build({ ...taken, arrived: arrived({ hookId: 'h0' }) })).toMatchObject({
    verdict: 'new',
    event: { hookId: 'h0' },
  });
  expect(unreadable).toEqual(['refused: RangeError: Maximum call stack size exceeded']);
});
