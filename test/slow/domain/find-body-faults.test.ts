import { expect, test } from 'vitest';
import * as z from 'zod';
import { findBodyFaults, formatFault } from '../../../src/domain/requests/find-body-faults.ts';

const Dog = z.strictObject({ type: z.literal('dog'), tricks: z.array(z.string()) });
const Body = z.strictObject({ pets: z.array(z.discriminatedUnion('type', [Dog])) });

test('more faults than are readable are one', () => {
  const tricks = Array(500_000).fill(0);
  expect(findBodyFaults(Body, { pets: [{ type: 'dog', tricks }] }).map(formatFault)).toEqual([
    'body: has too many errors to list',
  ]);
});
