import { expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';

test.each([
  [
    'an exclusive minimum',
    'sandbox fault add --code 176 --probability 0',
    '--probability must be more than 0',
  ],
  ['a maximum', 'sandbox fault add --code 176 --probability 2', '--probability must be at most 1'],
  ['a minimum', 'status --retries -1', '--retries must be at least 0'],
  ['a required number that is missing', 'sandbox fault add', '--code is missing'],
  ['a required text that is missing', 'context add work', '--base-url is missing'],
])('%s is reported as it is', async (_what, line, expected) => {
  const { exitCode, stderr } = await crier(line);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(expected);
});
