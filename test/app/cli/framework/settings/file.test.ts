import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { crier, openTestSandbox } from '../../../../support/crier.ts';
import { machines, type TestMachine } from '../../../../support/machine.ts';

const newMachine = machines();

const WORK = { baseUrl: 'https://work.example/api', apiKey: 'WORK-API-KEY-000000001' };
const LOCAL = 'networks list --json';

const mode = (path: string) => statSync(path).mode & 0o777;
const words = (text: string) => text.replaceAll(/\s+/g, ' ');

function withWork(): TestMachine {
  const machine = newMachine();
  machine.save({ context: 'work', contexts: { work: WORK } });
  return machine;
}

describe('only its owner gets at it', { tags: ['C5'] }, () => {
  test('the file and its folder are made so', async () => {
    const machine = newMachine();
    await machine.run('context add work --base-url https://work.example');
    expect([machine.folder, machine.file, join(machine.folder, 'config.lock')].map(mode)).toEqual([
      0o700, 0o600, 0o600,
    ]);
  });

  test('reading makes nothing', async () => {
    const machine = newMachine();
    await machine.run('context list');
    expect(existsSync(machine.folder)).toBe(false);
  });

  test.each([0o660, 0o601])(
    'the permissions %o of the file are fixed, once and with a warning',
    async (loose) => {
      const machine = withWork();
      chmodSync(machine.file, loose);
      const first = await machine.run(LOCAL);
      expect({ exitCode: first.exitCode, mode: mode(machine.file) }).toEqual({ exitCode: 0, mode: 0o600 });
      expect(words(first.stderr)).toMatch(
        /other users .*config\.json; the permissions are fixed now, but replace the keys in it/,
      );
      expect((await machine.run(LOCAL)).stderr).toBe('');
    },
  );

  test('a folder of ours is fixed, one that the user named is only warned about', async () => {
    const machine = withWork();
    chmodSync(machine.folder, 0o777);
    expect(words((await machine.run(LOCAL)).stderr)).toMatch(/others .* can write to .*chmod 700/);
    expect(mode(machine.folder)).toBe(0o777);
    const home = join(machine.folder, '..', 'xdg');
    mkdirSync(home);
    renameSync(machine.folder, join(home, 'crier'));
    const ran = await crier(LOCAL, { env: { XDG_CONFIG_HOME: home } });
    expect(words(ran.stderr)).toMatch(/others .* could read .*permissions were fixed/);
    expect(mode(join(home, 'crier'))).toBe(0o700);
  });

  test('a folder that the user named is warned of even when others can only look into it', async () => {
    const machine = withWork();
    chmodSync(machine.folder, 0o755);
    const { exitCode, stderr } = await machine.run(LOCAL);
    expect({ exitCode, mode: mode(machine.folder) }).toEqual({ exitCode: 0, mode: 0o755 });
    expect(words(stderr)).toMatch(/others .* can read .*chmod 700/);
    expect(stderr.match(/others/g)).toHaveLength(1);
  });

  test('doctor reports a symbolic link as one, and not as fixed', async () => {
    const machine = withWork();
    const target = join(machine.folder, '..', 'target');
    renameSync(machine.file, target);
    symlinkSync(target, machine.file);
    const { exitCode, stdout } = await machine.run('doctor --json');
    expect(exitCode).toBe(11);
    expect(stdout).toContain(`${machine.file} is a symbolic link, which is not allowed`);
    expect(stdout).not.toContain('the permissions are fixed');
  });

  const CHANGE = 'config set plan launch';
  const RESET = 'config reset --yes';
  test.each<[string, (machine: TestMachine) => string, readonly string[]]>([
    ['the file', ({ file }) => file, [LOCAL, CHANGE, RESET]],
    ['the lock', ({ folder }) => join(folder, 'config.lock'), [CHANGE, RESET]],
    ['the folder', ({ folder }) => folder, [LOCAL, CHANGE, RESET]],
  ])('%s is not followed when it is a link', async (_what, pathOf, lines) => {
    const machine = withWork();
    const path = pathOf(machine);
    const target = join(machine.folder, '..', 'target');
    if (existsSync(path)) renameSync(path, target);
    else writeFileSync(target, 'mine');
    symlinkSync(target, path);
    const held = () => (statSync(target).isFile() ? readFileSync(target, 'utf8') : readdirSync(target));
    const before = held();
    for (const line of lines) {
      const { exitCode, stdout, stderr } = await machine.run(line);
      expect({ line, exitCode, stdout }).toEqual({ line, exitCode: 2, stdout: '' });
      expect(stderr).toMatch(/link|plain\s+file/);
      expect(held()).toEqual(before);
    }
  });

  test('a link that lies where the new file is written is thrown away, not followed', async () => {
    const machine = withWork();
    const target = join(machine.folder, '..', 'elsewhere');
    mkdirSync(target);
    symlinkSync(target, `${machine.file}.new`);
    expect((await machine.run('config set plan launch')).exitCode).toBe(0);
    expect(readdirSync(target)).toEqual([]);
    expect(machine.saved()).toMatchObject({ contexts: { work: { ...WORK, plan: 'launch' } } });
  });
});

describe('a file with a secret that other users can read', { tags: ['C5'] }, () => {
  test.each([
    ['--secret-file', 'hooks send https://hooks.example.com/x --dry-run --secret-file s', {}],
    [
      'the second --secret-file',
      'hooks send https://hooks.example.com/x --dry-run --secret-file p --secret-file s',
      {},
    ],
    [
      '--secret-file of hooks register',
      'hooks register messages https://hooks.example.com/x --dry-run --sandbox --secret-file s',
      {},
    ],
    [
      'CRIER_WEBHOOK_SECRET_FILE',
      'hooks send https://hooks.example.com/x --dry-run',
      { CRIER_WEBHOOK_SECRET_FILE: 's' },
    ],
    ['--api-key-file', 'posts delete x --dry-run --base-url https://api.example --api-key-file s', {}],
    [
      '--profile-key-file',
      'posts delete x --dry-run --base-url https://api.example --api-key-file p --profile-key-file s',
      {},
    ],
    [
      'CRIER_API_KEY_FILE',
      'posts delete x --dry-run --base-url https://api.example',
      { CRIER_API_KEY_FILE: 's' },
    ],
    ['--api-key-file of context add', 'context add work --base-url https://api.example --api-key-file s', {}],
    ['a file of config set', 'config set webhook-secret --file s', {}],
    [
      '--store-password-file',
      'hooks inbox list --store postgres://me@127.0.0.1:1/x --store-password-file s',
      {},
    ],
  ])('is warned of once, and is left as it is: %s', async (_flag, line, env) => {
    const machine = withWork();
    const secret = 'KEY-OF-THE-PRIMARY-0001';
    for (const name of ['s', 'p']) writeFileSync(join(machine.folder, name), secret, { mode: 0o600 });
    chmodSync(join(machine.folder, 's'), 0o644);
    const { stderr } = await machine.run(line, { folder: machine.folder, env });
    const warnings = words(stderr).match(
      /other users of this machine have access to \S+ which holds a secret: run chmod 600 on it/g,
    );
    expect([warnings, mode(join(machine.folder, 's'))]).toEqual([
      ['other users of this machine have access to s, which holds a secret: run chmod 600 on it'],
      0o644,
    ]);
    expect(stderr).not.toContain(secret);
  });
});

describe('a damaged file', { tags: ['C6'] }, () => {
  const DAMAGE: readonly (readonly [string, string])[] = [
    ['cut short', '{"contexts":{"work":{"apiKey":"WORK-API-KEY-000000001"'],
    ['of another shape', '{"contexts":{"work":{"baseUrl":17}}}'],
    ['not text', '\u0000\u0001'],
  ];

  function damaged(text: string): TestMachine {
    const machine = newMachine();
    mkdirSync(machine.folder, { mode: 0o700 });
    writeFileSync(machine.file, text, { mode: 0o600 });
    return machine;
  }

  test.each(DAMAGE)(
    '%s: is copied aside once, named, stays, and ends every command with 2',
    async (_what, text) => {
      const machine = damaged(text);
      for (const line of [LOCAL, 'comments get x', 'login --sandbox', 'config set plan launch']) {
        const { exitCode, stdout, stderr } = await machine.run(line);
        expect({ line, exitCode, stdout }).toEqual({ line, exitCode: 2, stdout: '' });
        // a long path is cut at the end of a line
        expect(stderr.replaceAll(/\s/g, '')).toMatch(
          /config\.jsoncannotberead.*config\.corrupt-\d{8}T\d+Z.*crierconfigreset/,
        );
        expect(stderr).not.toContain('WORK-API-KEY');
      }
      const copies = readdirSync(machine.folder).filter((name) => name.startsWith('config.corrupt-'));
      expect(copies).toHaveLength(1);
      const copy = join(machine.folder, copies[0] ?? '');
      expect(readFileSync(copy, 'utf8')).toBe(text);
      expect(mode(copy)).toBe(0o600);
      expect(readFileSync(machine.file, 'utf8')).toBe(text);
    },
  );

  test('it ends a command before anything is done', async () => {
    const sandbox = await openTestSandbox();
    let count = 0;
    const asked = { ...sandbox, answer: () => Promise.reject(new Error(`asked ${++count} times`)) };
    const machine = damaged('{');
    for (const line of ['sandbox plan launch', 'sandbox status', 'profiles use none']) {
      expect({ line, exitCode: (await machine.run(line, { sandbox: asked })).exitCode }).toEqual({
        line,
        exitCode: 2,
      });
    }
    expect(count).toBe(0);
    sandbox.close();
  });

  test('another damage gets another copy', async () => {
    const machine = damaged('{');
    await machine.run(LOCAL);
    writeFileSync(machine.file, '}');
    utimesSync(machine.file, 1, 1);
    await machine.run(LOCAL);
    expect(readdirSync(machine.folder).filter((name) => name.startsWith('config.corrupt-'))).toHaveLength(2);
  });

  test('help, version, config path and doctor still work, and config reset fixes it', async () => {
    const machine = damaged('{');
    for (const line of ['--version', 'config --help', 'config path'])
      expect((await machine.run(line)).exitCode).toBe(0);
    expect((await machine.run('doctor')).exitCode).toBe(11);
    expect((await machine.run('config reset')).exitCode).toBe(2);
    expect((await machine.run('config reset --yes')).exitCode).toBe(0);
    expect((await machine.run(LOCAL)).exitCode).toBe(0);
    expect(machine.saved()).toEqual({ contexts: {} });
    expect(readdirSync(machine.folder).filter((name) => name.startsWith('config.corrupt-'))).toHaveLength(1);
  });

  test('what a newer crier wrote beside it is kept', async () => {
    const machine = newMachine();
    machine.save({ later: [1], contexts: { work: { ...WORK, colour: 'red' } } });
    await machine.run('config set plan launch -c work');
    expect(machine.saved()).toEqual({
      later: [1],
      contexts: { work: { ...WORK, colour: 'red', plan: 'launch' } },
    });
  });
});
