import { describe, expect, test } from 'vitest';
import { createPrintedCommands } from '../../../../../src/cli/framework/command/printed-commands.ts';
import type { Chosen } from '../../../../../src/cli/framework/settings/choose-service.ts';
import type { ChoiceInput } from '../../../../../src/cli/framework/settings/named-context.ts';
import { crier } from '../../../../support/crier.ts';
import { fakeContext } from '../../../../support/fake-context.ts';

interface Typed extends Partial<ChoiceInput['flags']> {
  /** Came from the environment. */
  readonly unsaid?: readonly string[];
}

function commands(
  { unsaid = [], ...flags }: Typed,
  choice: Partial<Chosen['choice']> = {},
  calledAs = 'crier',
) {
  const typed = new Set(Object.keys(flags).filter((key) => !unsaid.includes(key)));
  const service = {
    choiceInput: async () => ({ flags: { sandbox: false, ...flags }, typed }) as unknown as ChoiceInput,
    choose: async () => ({ choice: { kind: 'service', profile: null, ...choice } }) as Chosen,
  };
  return createPrintedCommands(fakeContext({ service, io: { programName: calledAs } }));
}
const SANDBOX = { kind: 'sandbox', isUnasked: true } as const;

test.each<[Typed, Partial<Chosen['choice']>, string, string]>([
  [{}, {}, 'crier hooks list', 'crier hooks list'],
  [{ profile: 'harbour' }, {}, 'crier hooks list --profile harbour', 'crier hooks list --profile harbour'],
  [
    { context: 'shop two' },
    {},
    "crier hooks list --context 'shop two'",
    "crier hooks list --context 'shop two'",
  ],
  [{ context: 'shop', unsaid: ['context'] }, {}, 'crier hooks list', 'crier hooks list'],
  [
    { baseUrl: 'https://api.example.com', apiKeyFile: '-', profileKeyFile: 'p.key' },
    {},
    'crier hooks list --base-url https://api.example.com --profile-key-file p.key',
    'crier hooks list --base-url https://api.example.com --profile-key-file p.key',
  ],
  [
    { sandbox: true },
    { ...SANDBOX, isUnasked: false },
    'crier hooks list --sandbox',
    'crier hooks list --sandbox',
  ],
  // No default target is written to without a prompt.
  [{}, SANDBOX, 'crier hooks list', 'crier hooks list --sandbox'],
])('%o: the same service, and the same profile', async (flags, choice, service, change) => {
  const made = await commands(flags, choice);
  expect([made.service`hooks list`, made.change`hooks list`]).toEqual([service, change]);
});

test('the sandbox is one; its accounts are those of profiles', async () => {
  const made = await commands({ profile: 'harbour', sandbox: true }, { ...SANDBOX, profile: 'harbour' });
  expect(made.sandbox`clock advance ${'5m'}`).toBe('crier sandbox clock advance 5m');
  expect(made.account`--linked`).toBe('crier sandbox account set instagram --linked --profile harbour');
});

test('as the user calls the program', async () => {
  expect((await commands({}, {}, 'npm start --')).service`user`).toBe('npm start -- user');
});

describe('in a checkout, what is printed beside results and errors calls the program as the user did', () => {
  const CHECKOUT = { programName: 'npm start --' };

  test.each([
    ['comments gett', 'run "npm start -- comments --help" for the list'],
    ['comments get Sp7kQm2XvLr9TzBd4HnW', '(npm start -- help environment)'],
    ['errors show 9999', 'npm start -- errors list'],
  ])('%s', async (line, expected) => {
    const { stderr } = await crier(line, { ...CHECKOUT, isTerminal: true });
    expect(stderr.replaceAll(/\n */g, ' ')).toContain(expected);
    expect(stderr).not.toMatch(/"crier /);
  });
});

describe('§1 hints after a flag that chose the service', () => {
  const hintOf = async (...words: string[]) => (await crier(words)).stderr;

  test('run unchanged: a quoted command of an error carries the flag', async () => {
    expect(await hintOf('profiles', 'use', 'nobody', '--sandbox')).toContain(
      '"crier profiles list --sandbox"',
    );
    expect(await hintOf('profiles', 'use', 'nobody', '--context', 'sandbox')).toContain(
      '"crier profiles list --context sandbox"',
    );
  });

  test('an empty list names the command with it', async () => {
    const { stdout } = await crier(['hooks', 'list', '--sandbox', '-o', 'table']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('"crier hooks register automations <url> --sandbox"');
  });

  test('without such a flag, and for a command that calls no service, nothing is added', async () => {
    expect(await hintOf('profiles', 'use', 'nobody')).toContain('"crier profiles list"');
    expect(await hintOf('sandbox', 'start', '--port', 'x')).not.toContain('--sandbox"');
  });
});
