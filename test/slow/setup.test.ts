import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const base = mkdtempSync(join(tmpdir(), 'crier-setup-'));
afterAll(() => rmSync(base, { recursive: true }));

/** A checkout, and an npm that only records where it was called. */
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(base, 'checkout-'));
  for (const folder of ['scripts/runtime/node_modules', 'bin', 'path', 'node_modules', 'test/node_modules'])
    mkdirSync(join(root, folder), { recursive: true });
  cpSync(join(ROOT, 'scripts', 'setup.cjs'), join(root, 'scripts', 'setup.cjs'));
  cpSync(join(ROOT, 'bin', 'runtime.cjs'), join(root, 'bin', 'runtime.cjs'));
  write(
    'scripts/prepare.cjs',
    `exports.prepare = () => require('fs').writeFileSync(__dirname + '/../prepared', '')`,
  );
  write('path/npm', `#!/bin/sh\npwd >> "${root}/npm-was-called"\nexit $NPM_ENDS\n`);
  spawnSync('chmod', ['+x', join(root, 'path', 'npm')]);
  const runtime = { optionalDependencies: { [`node-${process.platform}-${process.arch}`]: '24.21.0' } };
  for (const folder of ['.', 'test', 'scripts/runtime']) {
    write(`${folder}/package.json`, JSON.stringify(runtime), 1_000);
    for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
      write(`${folder}/${file}`, '{}', 1_000);
  }
});

function write(name: string, text: string, seconds?: number): void {
  writeFileSync(join(root, name), text);
  if (seconds !== undefined) utimesSync(join(root, name), seconds, seconds);
}

/** Runs set-up, by a Node of another version if one is given. */
function setUp({
  words = [],
  env = {},
  version,
}: {
  words?: readonly string[];
  env?: Readonly<Record<string, string>>;
  version?: string;
} = {}) {
  const PATH = [join(root, 'path'), dirname(process.execPath), '/bin', '/usr/bin'].join(delimiter);
  const preload = join(root, 'version.cjs');
  writeFileSync(
    preload,
    version === undefined ? '' : `Object.defineProperty(process.versions, 'node', { value: '${version}' });`,
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', preload, join(root, 'scripts', 'setup.cjs'), ...words],
    { encoding: 'utf8', env: { PATH, ...env } },
  );
  const record = join(root, 'npm-was-called');
  const calls = existsSync(record)
    ? spawnSync('cat', [record], { encoding: 'utf8' }).stdout.trim().split('\n')
    : [];
  rmSync(record, { force: true });
  return { status, stdout, stderr, installed: calls.map((folder) => folder.slice(root.length + 1) || '.') };
}

const LIBRARIES = { status: 0, stdout: '', stderr: 'crier: installing libraries\n', installed: ['.'] };
const QUIET = { status: 0, stdout: '', stderr: '', installed: [] };

describe('set-up', () => {
  test('installs nothing where nothing is missing, and builds what is stale', () => {
    expect(setUp()).toEqual(QUIET);
    expect(setUp({ words: ['--checks'] })).toEqual(QUIET);
    expect(existsSync(join(root, 'prepared'))).toBe(true);
  });

  test('installs the libraries in a fresh clone, and the tools of the checks only for checks', () => {
    for (const folder of ['node_modules', 'test/node_modules'])
      rmSync(join(root, folder), { recursive: true });
    mkdirSync(join(root, 'node_modules'));
    expect(setUp()).toEqual(LIBRARIES);
    write('node_modules/.package-lock.json', '{}');
    expect(setUp({ words: ['--checks'] })).toMatchObject({
      stderr: 'crier: installing tools for tests and checks\n',
      installed: ['test'],
    });
  });

  test('installs again what was not installed to its end', () => {
    rmSync(join(root, 'node_modules', '.package-lock.json'));
    expect(setUp()).toEqual(LIBRARIES);
  });

  test.each(['package.json', 'package-lock.json'])('installs when %s has changed, once', (name) => {
    write(name, '{}', 2_000);
    expect(setUp()).toEqual(LIBRARIES);
    expect(setUp()).toEqual(QUIET);
  });

  test.each(['20.19.0', '22.11.0', '23.9.0', '24.14.1'])(
    'installs a Node of its own where the version of the machine is %s',
    (version) => {
      rmSync(join(root, 'scripts', 'runtime', 'node_modules'), { recursive: true });
      expect(setUp({ version })).toMatchObject({ status: 0, installed: ['scripts/runtime'] });
    },
  );

  test.each(['22.22.2', '22.23.0', '24.15.0', '25.0.0', '26.1.0'])('installs none for %s', (version) => {
    rmSync(join(root, 'scripts', 'runtime', 'node_modules'), { recursive: true });
    expect(setUp({ version })).toEqual(QUIET);
  });

  test('reports an npm that failed, ends with its exit code, and calls it again the next time', () => {
    write('package-lock.json', '{}', 2_000);
    const failed = setUp({ env: { NPM_ENDS: '3' } });
    expect(failed).toMatchObject({ status: 3, installed: ['.'] });
    expect(failed.stderr).toContain('"npm install" failed');
    expect(setUp()).toEqual(LIBRARIES);
  });
});

test('starts at the same moment after an edit build once, also when a build was killed before', async () => {
  for (const folder of ['src', 'skills', 'scripts/bundle', 'scripts/licences'])
    mkdirSync(join(root, folder), { recursive: true });
  cpSync(join(ROOT, 'scripts', 'prepare.cjs'), join(root, 'scripts', 'prepare.cjs'));
  write('scripts/slim-zod.mjs', '');
  const built = join(root, 'built');
  const stamp = join(root, 'dist', 'main.cjs');
  write(
    'scripts/bundle.mjs',
    `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(built)}, 'once ');
     await new Promise((resolve) => setTimeout(resolve, 500));
     mkdirSync(${JSON.stringify(dirname(stamp))});
     writeFileSync(${JSON.stringify(stamp)}, '');`,
  );
  mkdirSync(join(root, 'node_modules', '.cache'));
  write('node_modules/.cache/crier-build.lock', '999999999');
  const start = () =>
    promisify(execFile)(process.execPath, [join(root, 'scripts', 'prepare.cjs')], { encoding: 'utf8' });
  await Promise.all(Array.from({ length: 4 }, start));
  expect(readFileSync(built, 'utf8')).toBe('once ');
  expect(existsSync(join(root, 'node_modules', '.cache', 'crier-build.lock'))).toBe(false);
});
