import { describe, expect, test } from 'vitest';
import { machines } from '../support/machine.ts';

const newMachine = machines();

/** A machine with contexts and profiles, none in use. */
const SAVED = {
  contexts: {
    work: { baseUrl: 'https://api.example.com', apiKey: 'K', profiles: { acme: { profileKey: 'P' } } },
    staging: { baseUrl: 'https://staging.example.com', apiKey: 'K' },
  },
};

describe('whoever slips is told what was likely meant', () => {
  test.each([
    ['a command', 'coments', 'comments'],
    ['a command of a noun', 'comments gett x', 'get'],
    ['a command three words deep', 'sandbox clock advanse 1h', 'advance'],
    ['a verb without its noun', 'replies x', 'comments replies'],
    ['a command, for commands', 'commands coments', 'comments'],
    ['a command, for schema', 'schema comments gett', 'get'],
    ['a help topic', 'help exitcodes', 'exit-codes'],
    ['a command, for help', 'help coments', 'comments'],
    ['a command of a noun, for help', 'help comments gett', 'comments get'],
    ['a command before one of its flags', 'coments get x --flat', 'comments'],
    ['a flag', 'comments get x --plattform tiktok', '--platform'],
    ['a flag before the command', '--jsn comments get x', '--json'],
    ['a value', 'comments get x --platform instagramm', 'instagram'],
    ['a value of every command', 'errors list -o jsn', 'json'],
    ['a network by its display name', 'networks show X', 'twitter'],
    ['a network by a longer one', ['networks', 'show', 'google business profile'], 'gmb'],
    ['a network in capitals', 'networks show TikTok', 'tiktok'],
    ['a network of a flag by its display name', 'comments get x --platform x', 'twitter'],
    ['a method', 'api GTE /x', 'GET'],
    ['a shell', 'completion zhs', 'zsh'],
    ['a plan', 'sandbox plan lanch', 'launch'],
    ['a plan that is set', 'config set plan lanch -c work', 'launch'],
    ['a dialect that is set', 'config set dialect sepc -c work', 'spec'],
    ['a setting', 'config get bas-url -c work', 'base-url'],
    ['a setting by its name in documents', 'config get baseUrl -c work', 'base-url'],
    ['a setting to explain', 'config explain max-wat -c work', 'max-wait'],
    ['a context', 'comments get x -c wrok', 'work'],
    ['a context to use', 'context use stagin', 'staging'],
    ['a context to show', 'context show wokr', 'work'],
    ['a context to rename', 'context rename wokr office', 'work'],
    ['a context to remove', 'context remove wokr --yes', 'work'],
    ['a profile', 'comments get x -c work -p acmee', 'acme'],
    ['a profile of the sandbox', 'comments get x --sandbox -p harbor', 'harbour'],
    ['a profile to use', 'profiles use acmee -c work', 'acme'],
    ['a profile to forget', 'profiles forget acmee -c work', 'acme'],
    ['an area of errors', 'errors list --area comment', 'comments'],
    ['a code with a digit too many', 'errors show 4855', '485'],
    ['a code beside another', 'errors show 486', '485'],
    ['a code of a failure to come', 'sandbox fault add --code 485 --network twiter', 'twitter'],
    ['a field', 'errors list --fields mening', 'meaning'],
  ] as const)('%s: %j', async (_what, line, meant) => {
    const machine = newMachine();
    machine.save(SAVED);
    const { exitCode, stdout, stderr } = await machine.run(line);
    expect({ exitCode: [2, 4, 5].includes(exitCode), stdout }).toEqual({ exitCode: true, stdout: '' });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`did you mean "${meant}"?`);
  });

  test.each([
    ['CRIER_CONTEXT', 'wrok', 'comments get x', 'work'],
    ['CRIER_PROFILE', 'acmee', 'comments get x -c work', 'acme'],
    ['CRIER_OUTPUT', 'jsn', 'errors list', 'json'],
  ])('the variable %s: %s', async (name, value, line, meant) => {
    const machine = newMachine();
    machine.save(SAVED);
    const { exitCode, stderr } = await machine.run(line, { env: { [name]: value } });
    expect(exitCode).toBe(2);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`did you mean "${meant}"?`);
  });

  test.each(['zzzzzz', 'comments zzzzzz', 'help zzzzzz', 'networks show zzzzzz', 'errors show 77777'])(
    'what is far from everything gets no guess: %s',
    async (line) => {
      const { exitCode, stderr } = await newMachine().run(line);
      expect([2, 5]).toContain(exitCode);
      expect(stderr).not.toContain('did you mean');
    },
  );

  test('a flag of one command that stands before it: where it belongs', async () => {
    const { exitCode, stderr } = await newMachine().run('--platform instagram comments get x');
    expect(exitCode).toBe(2);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('stands behind that command');
  });
});
