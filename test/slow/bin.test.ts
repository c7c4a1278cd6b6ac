import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHelpPage } from '../../src/cli/framework/argv/help.ts';
import { COMMANDS } from '../../src/cli/framework/command/command-list.ts';
import { GROUPS } from '../../src/cli/framework/command/groups.ts';
import { RENDERED_WIDTH, toCommandKey, toGroupKey } from '../../src/cli/framework/fast-path.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const BIN = join(ROOT, 'bin', 'crier.js');
const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-home-'));
});
afterAll(() => rmSync(home, { recursive: true }));

/** An environment with nothing of ours in it, and a home of its own. */
function plain(more: Readonly<Record<string, string>> = {}) {
  return { PATH: process.env.PATH ?? '', HOME: home, ...more };
}

function crier(...words: readonly string[]) {
  return spawnSync(process.execPath, [BIN, ...words], { encoding: 'utf8', env: plain() });
}

/** A copy of the installed package: `bin` and `dist`, and nothing of the checkout. */
function installed(): string {
  const folder = mkdtempSync(join(home, 'installed-'));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  return folder;
}

describe('the program as installed', () => {
  test('prints its version', () => {
    expect(crier('--version')).toMatchObject({ status: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  test('answers version and help without any of its commands', () => {
    const folder = installed();
    for (const file of readdirSync(join(folder, 'dist'))) {
      if (file.endsWith('.cjs') && file !== 'main.cjs') rmSync(join(folder, 'dist', file));
    }
    const ask = (...words: readonly string[]) =>
      spawnSync(process.execPath, [join(folder, 'bin', 'crier.js'), ...words], {
        encoding: 'utf8',
        env: plain(),
      });
    expect(ask('--version').stdout).toBe(`${VERSION}\n`);
    for (const words of [
      ['--help'],
      ['comments'],
      ['comments', 'get', '--help'],
      ['help', 'exit-codes'],
      [],
    ]) {
      expect(ask(...words)).toMatchObject({
        status: 0,
        stderr: '',
        stdout: expect.stringContaining('crier'),
      });
    }
    expect(ask('errors', 'list').status).not.toBe(0);
  });

  test('its written help pages are those that the sources make', async () => {
    const pages = [
      ...COMMANDS.map(({ path }) => [toCommandKey(path), path] as const),
      ...GROUPS.map(({ path }) => [toGroupKey(path), path] as const),
    ];
    for (const [key, path] of pages) {
      expect(readFileSync(join(ROOT, 'dist', 'help', `${key}.txt`), 'utf8')).toBe(
        await renderHelpPage(path, RENDERED_WIDTH),
      );
    }
  });

  test('reads comments from its built-in sandbox, and keeps it private', () => {
    const read = crier('comments', 'get', 'Sp7kQm2XvLr9TzBd4HnW', '--json', '--sandbox');
    expect(read).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(read.stdout)).toMatchObject({ status: 'success', id: 'Sp7kQm2XvLr9TzBd4HnW' });
    const folder = join(home, '.local', 'state', 'crier', 'sandbox');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'sandbox.db')).mode & 0o777).toBe(0o600);
  });

  test('lists the licences of what is bundled', () => {
    const text = readFileSync(join(ROOT, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['commander', 'zod', 'hono', 'undici', 'chalk']) expect(text).toContain(`${name} `);
  });

  test.each([
    ['jq', 'jq is copyright (C) 2012 Stephen Dolan'],
    ['Oniguruma, which jq.wasm holds', 'Copyright (c) 2002-2021  K.Kosako  <kkosako0@gmail.com>'],
    ['decNumber, which jq.wasm holds', 'Copyright (c) 1995-2005 International Business Machines Corporation'],
    ['the date functions of jq', 'Portions Copyright (c) 2016 Kungliga Tekniska Högskolan'],
    ['the C library in jq.wasm', 'Copyright © 2005-2020 Rich Felker, et al.'],
    ['the loader of jq.wasm', 'Copyright (c) 2010-2014 Emscripten authors'],
    ['llhttp, which undici holds', 'Copyright Fedor Indutny, 2018.'],
    ['ws, of which undici has parts', 'Copyright (c) 2016 Luigi Pinca and contributors'],
  ])('has the licence of %s', (_what, notice) => {
    const text = readFileSync(join(ROOT, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    expect(text).toContain(notice);
  });

  test('keeps compiled code where only its owner can write', () => {
    crier('errors', 'list');
    expect(statSync(join(home, '.cache', 'crier')).mode & 0o777).toBe(0o700);
  });

  test('ignores compiled code that was not written completely, and writes it again', () => {
    const show = () => crier('errors', 'show', '485', '--json');
    const { stdout } = show();
    const [version = ''] = readdirSync(join(home, '.cache', 'crier', 'compiled'));
    const folder = join(home, '.cache', 'crier', 'compiled', version);
    const [core = ''] = readdirSync(folder).filter((name) => name.startsWith('core-'));
    const { size } = statSync(join(folder, core));
    for (const rest of [0, 100, size / 2 - 1]) {
      truncateSync(join(folder, core), rest);
      expect(show()).toMatchObject({ status: 0, stdout, stderr: '' });
      expect(statSync(join(folder, core)).size).toBeGreaterThan(size / 2);
    }
  });

  test('forgets compiled code of an older version, in time', () => {
    crier('errors', 'list');
    const [version = ''] = readdirSync(join(home, '.cache', 'crier', 'compiled'));
    const folder = join(home, '.cache', 'crier', 'compiled', version);
    const [month, week] = ['old-0001.cjs', 'old-0002.cjs'].map((name) => join(folder, name));
    for (const [file, days] of [
      [month, 31],
      [week, 7],
    ] as const) {
      writeFileSync(String(file), 'of another version');
      const then = new Date(Date.now() - days * 24 * 60 * 60 * 1_000);
      utimesSync(String(file), then, then);
    }
    const core = readdirSync(folder).find((name) => name.startsWith('core-')) ?? '';
    rmSync(join(folder, core)); // it has something to keep again
    crier('errors', 'list');
    expect([month, week].map((file) => existsSync(String(file)))).toEqual([false, true]);
  });

  test.each([['--version'], ['errors', 'show', '485']])('says that the disk is full: %s', (...words) => {
    const line = `"${process.execPath}" "${BIN}" ${words.join(' ')} >/dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8', env: plain() });
    expect({ status, stderr: stderr.split('\n')[0] }).toEqual({
      status: 10,
      stderr: 'crier: cannot write the output: the disk is full',
    });
  });

  test('loses no data when its output is closed', () => {
    const line = `"${process.execPath}" "${BIN}" posts list --sandbox -n 1 --json 2>/dev/full`;
    const { status, stdout } = spawnSync('sh', ['-c', line], { encoding: 'utf8', env: plain() });
    expect(status).toBe(0);
    expect(JSON.parse(stdout).posts).toHaveLength(1);
  });

  test('ends quietly when its reader has gone', () => {
    const line = `"${process.execPath}" "${BIN}" comments get Gv3rPq7YsKa5MdHt8ZwE --sandbox -o ndjson | head -n 1 >/dev/null; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8', env: plain() });
    expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' });
  });
});

describe('where something that others take for granted is missing', () => {
  const NO_HOME = 'crier: the home folder must be an absolute path, not empty';

  test('a home folder: what needs none works, and the others say what to set', () => {
    const preload = join(home, 'no-home.cjs');
    // as Node does for a user that is in no list of users, without HOME
    writeFileSync(preload, "require('os').homedir = () => { throw new Error('uv_os_homedir ENOENT') }");
    const { HOME: _none, ...env } = plain({ NODE_OPTIONS: `--require "${preload}"` });
    const run = (words: readonly string[], more = {}) =>
      spawnSync(process.execPath, [BIN, ...words], { encoding: 'utf8', env: { ...env, ...more } });
    expect(run(['--version']).status).toBe(0);
    const { status, stderr } = run(['posts', 'list', '--sandbox']);
    expect({ status, first: stderr.split('\n')[0] }).toEqual({ status: 2, first: NO_HOME });
    const places = { CRIER_CONFIG_DIR: join(home, 'config'), CRIER_STATE_DIR: join(home, 'state') };
    expect(run(['posts', 'list', '--sandbox', '-n', '1', '-q'], places).status).toBe(0);
  });

  test('the current folder', () => {
    const line = `mkdir "$HOME/gone" && cd "$HOME/gone" && rmdir "$HOME/gone" && exec "${process.execPath}" "${BIN}" errors list`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8', env: plain() });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^crier: the current folder is not there any more.*\n$/);
  });
});

describe('csv', () => {
  const BYTE_ORDER_MARK = '\uFEFF';
  const command = `"${process.execPath}" "${BIN}" posts list --sandbox -n 1 -o csv`;
  const shell = (script: string) => spawnSync('sh', ['-c', script], { encoding: 'utf8', env: plain() });
  const file = () => readFileSync(join(home, 'posts.csv'), 'utf8');

  test('has no byte order mark in a pipe', () => {
    expect(shell(`${command} | cat`).stdout).toMatch(/^id,/);
  });

  test('begins a new file with a byte order mark, and adds none to a file that has something', () => {
    shell(`${command} >"$HOME/posts.csv"`);
    expect(file()).toMatch(/^\uFEFFid,/);
    shell(`${command} >>"$HOME/posts.csv"`);
    expect(file().split(BYTE_ORDER_MARK)).toHaveLength(2);
  });
});

describe('a service that hangs', () => {
  let server: Server;
  let address: string;
  beforeAll(async () => {
    server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'is left on %s by that signal, which shells show as %i, with nothing on stdout',
    async (signal, code) => {
      const asked = new Promise((resolve) => server.once('request', resolve));
      const child = spawn(process.execPath, [BIN, 'comments', 'get', 'x', '--json'], {
        env: plain({ CRIER_BASE_URL: address, CRIER_API_KEY: 'KEY-00000000000000001' }),
      });
      const ended = finished(child);
      await asked;
      child.kill(signal);
      const { stdout, stderr, ...ending } = await ended;
      expect({ ...ending, stdout }).toEqual({ status: null, signal, stdout: '' });
      expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({ error: { exitCode: code } });
    },
  );
});

interface Finished {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

function finished(child: ChildProcess): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return new Promise((resolve) =>
    child.on('close', (status, signal) => resolve({ status, signal, stdout, stderr })),
  );
}

/** The platform package that brings the Node of a checkout. */
const RUNTIME = `node-${process.platform}-${process.arch}`;

describe('an old Node', () => {
  /** Makes the Node of this machine report an old version. */
  function asOld(folder: string, ...words: readonly string[]) {
    const disguise = join(home, 'old.cjs');
    writeFileSync(disguise, "Object.defineProperty(process.versions, 'node', { value: '20.19.0' });");
    return spawnSync(process.execPath, ['--require', disguise, join(folder, 'bin', 'crier.js'), ...words], {
      encoding: 'utf8',
      env: plain(),
    });
  }

  test('is shown in one sentence what to install', () => {
    const { status, stdout, stderr } = asOld(installed(), 'comments', 'get', 'x');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(
      /^crier needs Node\.js 22\.22\.2 or 24\.15\.0 or newer, and this is 20\.19\.0: .*\n$/,
    );
  });

  test('hands over to the Node of the checkout, with words, streams and exit code', () => {
    const folder = installed();
    const other = join(folder, 'scripts', 'runtime', 'node_modules', RUNTIME, 'bin');
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'node'), '#!/bin/sh\nshift\necho "took over: $*"\nexit 7\n');
    chmodSync(join(other, 'node'), 0o755);
    expect(asOld(folder, 'comments', 'get', 'a b')).toMatchObject({
      status: 7,
      stdout: 'took over: comments get a b\n',
      stderr: '',
    });
  });

  test('is shown that "npm start" installs one, in a checkout on a platform for which there is one', () => {
    const folder = installed();
    mkdirSync(join(folder, 'scripts', 'runtime'), { recursive: true });
    const list = join(folder, 'scripts', 'runtime', 'package.json');
    const advice = () =>
      asOld(folder, 'comments', 'get', 'x').stderr.includes('run "npm start" in this checkout');
    writeFileSync(list, JSON.stringify({ optionalDependencies: { [RUNTIME]: '24.21.0' } }));
    expect(advice()).toBe(true);
    writeFileSync(list, JSON.stringify({ optionalDependencies: { 'node-other-x64': '24.21.0' } }));
    expect(advice()).toBe(false);
  });

  test.each(['crier.js', 'runtime.cjs'])('can read %s, which says so', (file) => {
    const text = readFileSync(join(ROOT, 'bin', file), 'utf8').replaceAll(/\/\/.*$|'[^'\n]*'/gm, '');
    expect(text).not.toMatch(/\b(?:const|let|class|async|await|import)\b|=>|\?\.|\?\?|`/);
  });
});
