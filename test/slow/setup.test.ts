import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

const SETUP = join(import.meta.dirname, '..', '..', '.build', 'setup.cjs');
const base = mkdtempSync(join(tmpdir(), 'crier-setup-'));
afterAll(() => rmSync(base, { recursive: true }));

/** A checkout, and an npm that only notes that it was called. */
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(base, 'checkout-'));
  for (const folder of ['.build', 'path', 'node_modules']) mkdirSync(join(root, folder));
  cpSync(SETUP, join(root, '.build', 'setup.cjs'));
  put(
    '.build/prepare.cjs',
    `exports.prepare = () => require('fs').writeFileSync(__dirname + '/../prepared', '')`,
  );
  put('path/npm', '#!/bin/sh\necho "$@" > npm-was-called\nexit $NPM_ENDS\n');
  spawnSync('chmod', ['+x', join(root, 'path', 'npm')]);
  for (const file of ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'])
    put(file, '{}', 1_000);
});

function put(name: string, text: string, seconds?: number): void {
  writeFileSync(join(root, name), text);
  if (seconds !== undefined) utimesSync(join(root, name), seconds, seconds);
}

function setUp(env: Readonly<Record<string, string>> = {}) {
  const PATH = [join(root, 'path'), dirname(process.execPath), '/bin', '/usr/bin'].join(delimiter);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, '.build', 'setup.cjs')], {
    encoding: 'utf8',
    env: { PATH, ...env },
  });
  const called = join(root, 'npm-was-called');
  const installs = existsSync(called);
  rmSync(called, { force: true });
  return { status, stdout, stderr, installs };
}

const SAYS_SO = { status: 0, stdout: '', stderr: 'crier: installing what it needs\n', installs: true };
const QUIET = { status: 0, stdout: '', stderr: '', installs: false };

describe('npm start, test and the like', () => {
  test('install nothing where all is there, and build what is stale', () => {
    expect(setUp()).toEqual(QUIET);
    expect(existsSync(join(root, 'prepared'))).toBe(true);
  });

  test('install in a fresh clone', () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(setUp()).toEqual(SAYS_SO);
  });

  test('install what was not installed to its end', () => {
    rmSync(join(root, 'node_modules', '.package-lock.json'));
    expect(setUp()).toEqual(SAYS_SO);
  });

  test.each(['package.json', 'package-lock.json'])('install when %s has changed, once', (name) => {
    put(name, '{}', 2_000);
    expect(setUp()).toEqual(SAYS_SO);
    expect(setUp()).toEqual(QUIET);
  });

  test('an npm that fails is told, ends with its code, and is asked again', () => {
    put('package-lock.json', '{}', 2_000);
    const failed = setUp({ NPM_ENDS: '3' });
    expect(failed).toMatchObject({ status: 3, installs: true });
    expect(failed.stderr).toContain('"npm install" failed');
    expect(setUp()).toEqual(SAYS_SO);
  });
});
