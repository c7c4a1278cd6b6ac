import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { getSandboxFile, getSettingsPaths } from '../../../src/cli/framework/settings/paths.ts';
import { BIN } from '../../support/processes/installed-program.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-places-'));
afterAll(() => rmSync(base, { recursive: true }));

/** Far more than a run takes: what this ends did not end by itself. */
const TOO_LONG_MS = 60_000;

const mode = (path: string) => statSync(path).mode & 0o777;

/** A machine where the program runs as a process, with a home folder of its own. */
function newMachine() {
  const home = mkdtempSync(join(base, 'home-'));
  const run = (line: string, env: Readonly<Record<string, string>> = {}) => {
    const ran = spawnSync(process.execPath, [BIN, ...line.split(' ')], {
      encoding: 'utf8',
      cwd: home,
      env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
      timeout: TOO_LONG_MS,
      killSignal: 'SIGKILL',
    });
    // lines break where they are full, within a long path too
    return { ...ran, said: ran.stderr.replaceAll(/\s+/g, '') };
  };
  const state = join(home, '.local', 'state', 'crier');
  return { home, run, state, file: join(state, 'sandbox', 'sandbox.db') };
}

describe.runIf(process.platform === 'linux')('a place that takes no folders', () => {
  test.each([
    ['CRIER_STATE_DIR', 'user --sandbox'],
    ['XDG_STATE_HOME', 'user --sandbox'],
    ['CRIER_CONFIG_DIR', 'context add work --base-url https://work.example'],
  ])('%s: is a clear error', (name, line) => {
    const { status, stdout, said } = newMachine().run(line, { [name]: '/proc/nope' });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(said).toMatch(/cannotcreatethefolder\/proc\/nope/);
  });

  test('XDG_CACHE_HOME: is done without', () => {
    const { status, stderr } = newMachine().run('user --sandbox', { XDG_CACHE_HOME: '/proc/nope' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('the data is readable by its owner only', { tags: ['C5', 'D9'] }, () => {
  test('loose folders and files of ours are fixed, each with one warning, once', () => {
    const { run, state, file } = newMachine();
    run('user --sandbox');
    const ours = [state, join(state, 'sandbox'), file];
    for (const path of ours) chmodSync(path, path === file ? 0o666 : 0o777);
    const { status, said } = run('user --sandbox');
    expect(status).toBe(0);
    expect(said.match(/itspermissionswerefixed/g)).toHaveLength(ours.length);
    for (const path of ours) expect(said).toContain(`${path};itspermissionswerefixed`);
    expect(ours.map(mode)).toEqual([0o700, 0o700, 0o600]);
    expect(run('user --sandbox').stderr).toBe('');
  });

  test('a folder that the user named is warned of, once a run, and left as it is', () => {
    const { run, home } = newMachine();
    const named = join(home, 'named');
    mkdirSync(named);
    chmodSync(named, 0o777);
    const { status, said } = run('sandbox reset --yes', { CRIER_STATE_DIR: named });
    expect({ status, mode: mode(named) }).toEqual({ status: 0, mode: 0o777 });
    expect(said.match(/othersonthismachinecanwriteto/g)).toHaveLength(1);
    expect(mode(join(named, 'sandbox'))).toBe(0o700);
  });

  test.each(['crier', 'crier/sandbox'])('a link in place of %s is refused, and not followed', (name) => {
    const { run, home } = newMachine();
    const elsewhere = join(home, 'elsewhere');
    mkdirSync(elsewhere);
    const link = join(home, '.local', 'state', name);
    mkdirSync(join(link, '..'), { recursive: true, mode: 0o700 });
    symlinkSync(elsewhere, link);
    for (const line of ['user --sandbox', 'sandbox start', 'sandbox stop', 'sandbox reset --yes']) {
      const { status, stdout, said } = run(line);
      expect({ line, status, stdout }).toEqual({ line, status: 2, stdout: '' });
      expect(said).toContain(`${link}isasymboliclink`);
    }
    expect(run('doctor').stdout).toContain(`${link} is a symbolic link, which is not allowed`);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('doctor reports loose data', () => {
    const { run, state } = newMachine();
    run('user --sandbox');
    chmodSync(state, 0o755);
    expect(run('doctor').stdout).toContain(`${state} is 0755`);
  });
});

describe('a home folder that is none', () => {
  test.each([
    ['empty', ''],
    ['relative', 'here'],
  ])('%s: is refused, and nothing is made', (_what, home) => {
    const machine = newMachine();
    const { status, said } = machine.run('user --sandbox', { HOME: home });
    expect(status).toBe(2);
    expect(said).toMatch(/homefoldermustbeanabsolutepath/);
    expect(readdirSync(machine.home)).toEqual([]);
  });

  test('is not needed where every folder is named', () => {
    const env = { CRIER_CONFIG_DIR: '/c', XDG_STATE_HOME: '/s' };
    const machine = { env, homeFolder: '', platform: 'linux' };
    expect(getSettingsPaths(machine).folder).toBe('/c');
    expect(getSandboxFile(machine)).toBe('/s/crier/sandbox/sandbox.db');
    expect(() => getSettingsPaths({ ...machine, env: {} })).toThrow(/home folder/);
    expect(() => getSandboxFile({ ...machine, env: {} })).toThrow(/home folder/);
  });
});

describe('data that cannot be used', () => {
  test('is named with the way back, which keeps it and begins again', () => {
    const { run, file } = newMachine();
    run('user --sandbox');
    writeFileSync(file, 'no database');
    const refused = run('user --sandbox');
    expect(refused.status).toBe(2);
    expect(refused.said).toContain(`cannotuse${file}`);
    expect(refused.said).toContain('criersandboxreset');
    expect(run('sandbox reset --dry-run').status).toBe(2);
    const reset = run('sandbox reset --yes --json');
    expect(reset.status).toBe(0);
    expect(reset.said).toMatch(/isunusable;itwasmovedto.*unusable-/);
    expect(readdirSync(join(file, '..')).filter((name) => name.includes('.unusable-'))).toHaveLength(1);
    expect(run('user --sandbox')).toMatchObject({ status: 0, stderr: '' });
  });
});
