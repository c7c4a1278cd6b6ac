import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { topic } from '../../../../../src/cli/features/general/topics/receiver.ts';
import { describeCommand } from '../../../../../src/cli/framework/argv/describe-command.ts';
import { COMMANDS } from '../../../../../src/cli/framework/command/command-list.ts';
import { crier } from '../../../../support/crier.ts';

const TEXT = await topic.text(80);
const COMPOSE = /^ {2}services:\n(?:(?: {2}.*)?\n)+/m.exec(TEXT)?.[0] ?? '';

/** The commands of the page, each in one line, with those of the unit and of the compose file. */
function listCommands(): readonly string[] {
  const joined = TEXT.replaceAll(/\\\n/g, ' ').replaceAll(
    /(exec crier .*)\n((?: {8}.*\n)+)/g,
    (_all, first, rest) => [first, ...String(rest).split('\n')].join(' '),
  );
  return [...joined.matchAll(/(?:^ {2}|=|exec )crier (hooks [^>"\n]*)/gm)].map(([, line]) => line ?? '');
}

describe('crier help receiver', () => {
  test('has the command, the unit, and two commands for compose', () => {
    expect(listCommands().map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'hooks listen',
      'hooks listen',
      'hooks listen',
      'hooks forward',
    ]);
  });

  test.each(listCommands())('%s: has only flags of its command', async (line) => {
    const [noun = '', verb = '', ...words] = line.trim().split(/\s+/);
    const entry = COMMANDS.find(({ path }) => path.join(' ') === `${noun} ${verb}`);
    const command = await entry?.load();
    if (command === undefined) throw new Error(`no command ${noun} ${verb}`);
    const known = describeCommand(command).sets.flatMap(({ flags }) => flags.map(({ name }) => name));
    const typed = words.filter((word) => word.startsWith('--'));
    expect(typed.length).toBeGreaterThan(3);
    expect(typed.filter((word) => !known.includes(word))).toEqual([]);
  });

  test('the compose file is YAML, in which services use only what it defines', () => {
    const { services, volumes, secrets } = parse(COMPOSE) as {
      services: Record<string, { secrets?: string[]; volumes?: string[]; network_mode?: string }>;
      volumes: Record<string, unknown>;
      secrets: Record<string, unknown>;
    };
    expect(Object.keys(services)).toEqual(['proxy', 'listener', 'forwarder', 'db']);
    for (const { secrets: used = [] } of Object.values(services))
      expect(used.filter((name) => !(name in secrets))).toEqual([]);
    expect(services['listener']?.network_mode).toBe('service:proxy');
    expect(Object.keys(volumes)).toEqual(['db']);
  });

  test('it is listed among the topics', async () => {
    expect((await crier('--help')).stdout).toContain('receiver');
    expect((await crier('help receiver')).stdout).toContain('ExecStart=crier hooks listen');
  });
});

test('the compose file of the guide parses, its commands have their flags, and its services their secrets', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/guides/containers.md'), 'utf8');
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(guide) ?? [];
  const compose = z
    .object({
      services: z.record(
        z.string(),
        z.object({ command: z.string().optional(), secrets: z.array(z.string()) }),
      ),
      secrets: z.record(z.string(), z.object({ file: z.string() })),
    })
    .parse(parse(yaml));
  const commands = Object.entries(compose.services).flatMap(([name, { command, secrets }]) =>
    command === undefined ? [] : [{ name, secrets, words: command.split(/\s+/).slice(3) }],
  );
  expect(commands.map(({ words: [noun, verb] }) => `${noun} ${verb}`)).toEqual([
    'sandbox start',
    'hooks listen',
  ]);
  for (const { name, secrets, words } of commands) {
    const { stdout: help } = await crier([...words.slice(0, 2), '--help']);
    for (const flag of words.filter((word) => word.startsWith('--'))) expect(help).toContain(flag);
    const files = words.flatMap((word) => /^\/run\/secrets\/(.+)$/.exec(word)?.[1] ?? []);
    expect(secrets).toEqual(expect.arrayContaining(files));
    expect(words.join(' ')).toMatch(new RegExp(`--port (\\d+) .*--allow-host ${name}:\\1 `));
    for (const secret of secrets)
      expect(guide).toContain(`openssl rand -hex 32 > ${compose.secrets[secret]?.file.slice(2)}\n`);
  }
});
