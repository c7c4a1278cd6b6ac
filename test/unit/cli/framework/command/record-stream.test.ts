import { expect, test } from 'vitest';
import { createRecordStream } from '../../../../../src/cli/framework/command/record-stream.ts';

test('a reader that is far behind gets the first records, and the number of the others', {
  tags: ['T19'],
}, async () => {
  const lost: number[] = [];
  const stream = createRecordStream<number>(Number.POSITIVE_INFINITY, (count) => lost.push(count));
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  for (let record = 0; record < 10_007; record += 1) stream.add(record);
  const batches = stream.batches({ closed });
  expect((await batches.next()).value).toHaveLength(10_000);
  expect(lost).toEqual([7]);
  stream.add(1);
  expect((await batches.next()).value).toEqual([1]);
  close();
  expect((await batches.next()).done).toBe(true);
  expect(lost).toEqual([7]);
});
