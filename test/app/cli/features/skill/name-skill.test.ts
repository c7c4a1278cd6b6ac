import { expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';

const NAMED = /for agents: "crier skill show" tells how to use crier$/;

test.each([
  ['no service is configured', 'posts list'],
  ['the command is not known', 'post lst'],
  ['the verb is not known', 'posts show-all'],
  ['the context is not known', 'posts list --context work'],
  ['the profile is not known', 'posts list --sandbox --profile acme'],
  [
    'one of several profiles is not known',
    'posts pause --all-scheduled --sandbox --profile harbour,acme --yes',
  ],
])('Where %s, an agent gets the name of the skill once, and a person does not', async (_why, line) => {
  const { error } = await crier(`${line} --json`);
  expect(error?.['advice']).toMatch(NAMED);
  expect(String(error?.['advice']).match(/crier skill/g)).toHaveLength(1);
  const person = await crier(line, { isTerminal: true, piped: ['stdout'], env: { CI: '1' } });
  expect([person.exitCode === 0, person.stderr]).toEqual([false, expect.not.stringContaining('skill')]);
});

test.each(['posts list --sandbox --status lost', 'posts get x --sandbox', 'posts list --sandbox --limt 3'])(
  'Another failure does not name the skill: %s',
  async (line) => {
    const { exitCode, stderr } = await crier(line);
    expect([exitCode === 0, stderr]).toEqual([false, expect.not.stringContaining('skill')]);
  },
);
