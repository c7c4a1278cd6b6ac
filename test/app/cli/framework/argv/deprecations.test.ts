import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { describeCommand } from '../../../../../src/cli/framework/argv/describe-command.ts';
import { formatFlagText } from '../../../../../src/cli/framework/argv/flag-texts.ts';
import { type Command, defineCommand } from '../../../../../src/cli/framework/command/command.ts';
import { defineFlag } from '../../../../../src/cli/framework/input/flags/flags.ts';
import { prepareCommand } from '../../../../../src/cli/framework/prepare-command.ts';
import { listKeyNotes } from '../../../../../src/cli/framework/settings/config-keys.ts';
import type { World } from '../../../../../src/world.ts';
import { crier } from '../../../../support/crier.ts';

const OLD: Command = defineCommand({
  summary: 'Do what was done before',
  deprecated: '"posts list"',
  examples: [],
  flags: [],
  input: z.object({
    days: defineFlag(z.string().optional().describe('number of days'), {
      deprecated: '--since',
      env: 'CRIER_DAYS',
    }),
    recipient: defineFlag(z.string().optional().describe('handle'), {
      synonym: '--who',
      hasDeprecatedSynonym: true,
    }),
    limit: z.string().optional().describe('number'),
  }),
  output: z.unknown(),
  run: async () => ({ view: null }),
}) as unknown as Command; // as a loaded command has it

const { deprecated: _instead, ...CURRENT } = OLD;

async function describeUse(words: string, command: Command = CURRENT, env: World['env'] = {}) {
  const stream = { isTerminal: false };
  const world = { env, stdout: stream, stderr: stream } as unknown as World; // all that is read of it
  const path = ['old'];
  const line = { path, calledAs: path, words: words.split(' ').filter(Boolean) };
  return (await prepareCommand(line, [{ path, load: async () => command }], world)).notes[0] ?? null;
}

describe('what is declared deprecated is described in one line', () => {
  test.each([
    ['a flag', '--days 3', '--days is deprecated: use --since'],
    ['a flag with its value joined', '--days=3', '--days is deprecated: use --since'],
    ['a former name of a flag', '--who mara', '--who is deprecated: use --recipient'],
    [
      'several',
      '--who=mara --days 3',
      '--days is deprecated: use --since; --who is deprecated: use --recipient',
    ],
    ['the present name of a flag', '--recipient mara', null],
    ['none', '--limit 3', null],
  ])('%s', async (_what, words, expected) => {
    expect(await describeUse(words)).toBe(expected);
  });

  test('a flag that a variable sets is named by the variable', async () => {
    expect(await describeUse('', CURRENT, { CRIER_DAYS: '3' })).toBe('CRIER_DAYS is deprecated: use --since');
  });

  test('a command', async () => {
    expect(await describeUse('', OLD)).toBe('"old" is deprecated: use "posts list"');
  });

  test('a setting', () => {
    expect(listKeyNotes('plan', { deprecated: 'tier' })).toEqual([
      'the setting plan is deprecated: use tier',
    ]);
    expect(listKeyNotes('plan', {})).toEqual([]);
  });
});

test('help tells what to use', () => {
  const [days, recipient] = describeCommand(OLD).sets[0]?.flags.map(formatFlagText) ?? [];
  expect(days).toBe('number of days (env: CRIER_DAYS; deprecated: use --since)');
  expect(recipient).toBe('handle (deprecated name: --who)');
});

describe('sandbox tell, the former name of sandbox trigger', () => {
  test('runs, and says so once', async () => {
    const now = await crier(`sandbox trigger automations --json`);
    const former = await crier(`sandbox tell automations --json`);
    expect([now.exitCode, former.exitCode]).toEqual([0, 0]);
    expect(now.stderr).not.toContain('deprecated');
    expect(former.stderr.split('"sandbox tell" is deprecated: use "sandbox trigger"\n')).toHaveLength(2);
    expect((await crier(`sandbox tell automations --json -q`)).stderr).not.toContain('deprecated');
  });

  test('is named in help and in the list of commands', async () => {
    expect((await crier('sandbox trigger --help')).stdout).toContain('\nDeprecated name: "sandbox tell".\n');
    const { json } = await crier('commands sandbox trigger --json');
    expect(json).toMatchObject({ commands: [{ deprecated: null, deprecatedNames: ['sandbox tell'] }] });
  });
});

test('a synonym that is not deprecated has no note', async () => {
  expect((await crier('comments post x --text hi --platform facebook --dry-run')).stderr).not.toContain(
    'deprecated',
  );
});
