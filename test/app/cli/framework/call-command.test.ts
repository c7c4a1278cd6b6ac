import { expect, test } from 'vitest';
import * as z from 'zod';
import { registrations } from '../../../../src/cli/features/registrations.ts';
import type { CalledCommand, CommandCall } from '../../../../src/cli/framework/command/called-command.ts';
import { defineCommand } from '../../../../src/cli/framework/command/command.ts';
import { REMOTE } from '../../../../src/cli/framework/input/flags/flags.ts';
import { type Around, crier } from '../../../support/crier.ts';

const refuse = async () => {
  throw new Error('this call asks nothing');
};

/** Runs a command of the test that calls another one. */
async function call(
  path: string,
  input: CommandCall['input'],
  { line = 'call --sandbox', ...around }: Around & Partial<CommandCall> & { line?: string } = {},
): Promise<CalledCommand> {
  let called: CalledCommand | undefined;
  const caller = defineCommand({
    summary: 'Call',
    examples: [],
    flags: [REMOTE],
    input: z.object({}),
    output: z.unknown(),
    async run(_input, { io }) {
      const { writes = null, confirm = refuse, stdin, printsText } = around as Partial<CommandCall>;
      called = await io.callCommand({
        path: path.split(' '),
        input,
        writes,
        confirm,
        printsText: printsText === true,
        ...(typeof stdin === 'string' && { stdin }),
      });
      return { view: null };
    },
  });
  const ran = await crier(line, {
    ...around,
    commands: [...registrations.commands, { path: ['call'], load: async () => caller }],
  });
  if (called === undefined) throw new Error(ran.stderr);
  return called;
}

test('a command is run by its name and values, on the service of its caller', async () => {
  const called = await call('posts list', { limit: 1, status: ['success'] });
  expect(called).toMatchObject({
    exitCode: 0,
    failure: null,
    document: { posts: [{ status: 'success' }], meta: { sandbox: true } },
  });
});

test('a value that looks like a flag stays a value', async () => {
  const { document } = await call('comments reply', {
    ids: ['--yes'],
    platform: 'instagram',
    text: '--all-profiles',
    dryRun: true,
  });
  expect(document).toMatchObject({ request: { body: { comment: '--all-profiles' } } });
});

test('a failure is that of the command line, with its code and what to do', async () => {
  const { exitCode, document, failure } = await call('posts get', { id: ['Sp7kQm2XvLr9TzBd4Hnn'] });
  expect({ exitCode, document }).toEqual({ exitCode: 5, document: null });
  expect(failure).toMatchObject({ kind: 'not-found', exitCode: 5, code: 186 });
});

test('the caller can forbid changes, whatever the settings allow', async () => {
  const writes = { mode: 'off', where: 'the caller' } as const;
  const input = { ids: ['18008214909100698'], platform: 'instagram', text: 'Yes' };
  const { exitCode, failure } = await call('comments reply', input, { writes });
  expect(exitCode).toBe(6);
  expect(failure?.message).toMatch(/^writes is "off" \(the caller\)/);
});

test('what cannot be undone is confirmed by the caller, whatever the environment says', async () => {
  const questions: string[] = [];
  const confirm: CommandCall['confirm'] = async ({ what }) => void questions.push(what);
  const { exitCode } = await call(
    'posts delete',
    { id: ['Su3gHk9WqZr5TcYb7MvN'] },
    { confirm, env: { CRIER_YES: 'on' } },
  );
  expect({ exitCode, questions: questions.length }).toEqual({ exitCode: 0, questions: 1 });
});

test('no file of the user is read, but the input that is given', async () => {
  const read = await call('automations check', { files: ['/etc/hostname'] });
  expect(read.failure?.message).toMatch(/not read here/);
  const given = await call('automations check', { files: ['-'] }, { stdin: '{"name": "Guide"}' });
  expect(given.failure?.message ?? JSON.stringify(given.document)).not.toMatch(/not read here/);
});

test('what it prints can be taken as text, in place of its document', async () => {
  const csv = await call('posts list', { limit: 1, output: 'csv' }, { printsText: true });
  expect(csv).toMatchObject({ document: null, text: expect.stringMatching(/^id,\w+.*\n.+\n$/) });
  const yaml = await call('automations get', { id: ['auto_D6yJ1sGf5B'], as: 'yaml' }, { printsText: true });
  expect(yaml.text).toMatch(/^name: Wholesale price list$/m);
});
