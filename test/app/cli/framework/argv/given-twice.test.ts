import { expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';

test.each([
  [
    'a value of what is to be changed',
    'automations create --name A --on dm --keyword K --dm D --name B',
    '--name',
  ],
  ['by its letter and its name', 'automations create -f a.yaml --file b.yaml', '--file'],
  ['a number', 'sandbox fault add --code 364 --code 416', '--code'],
])('%s that is given twice is refused: one would be lost', async (_what, line, flag) => {
  const ran = await crier(line);
  expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
  expect(ran.stderr).toContain(`${flag} is given twice with different values`);
});

test.each([
  ['the same value twice', 'sandbox fault add --code 364 --code 364'],
  ['a flag that repeats', 'automations create --on dm --keyword A --keyword B --dm D --sandbox --dry-run'],
  ['a switch', 'sandbox account set instagram --linked --linked'],
  ['how it is shown', 'sandbox plan premium -o json -o table'],
  ['a read: the last one counts', 'posts list --sandbox -n 1 -n 2'],
])('%s is not', async (_what, line) => {
  expect((await crier(line)).exitCode).toBe(0);
});
