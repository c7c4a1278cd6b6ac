import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { findArchive, packLibrary } from '../support/library/installed-library.ts';
import { report } from '../support/report.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-package-'));
afterAll(() => rmSync(base, { recursive: true }));
const prefix = join(base, 'prefix');

/** Settings of the machine do not reach npm: only the cache and the paths are its own. */
function runNpm(...words: readonly string[]): string {
  return execFileSync('npm', [...words, '--cache', join(base, 'cache')], { cwd: base, encoding: 'utf8' });
}

const packed = await packLibrary();
const folder = join(packed, 'package');
runNpm(
  'install',
  '--global',
  '--offline',
  '--no-audit',
  '--no-fund',
  '--prefix',
  prefix,
  findArchive(packed),
);
const installed = join(prefix, 'lib', 'node_modules', 'crier-cli');

describe('the packed archive, installed in an empty prefix', () => {
  test('has no scripts in its manifest, and the optional library of the keyring as its only dependency', {
    tags: ['C11'],
  }, () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest.optionalDependencies).toEqual({ '@napi-rs/keyring': expect.stringMatching(/^\d/) });
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).not.toHaveProperty('private');
    expect(readdirSync(join(prefix, 'lib', 'node_modules'))).toEqual(['crier-cli']);
  });

  test('runs', () => {
    const env = { PATH: process.env['PATH'], HOME: base };
    const { status, stdout } = spawnSync(join(prefix, 'bin', 'crier'), ['errors', 'show', '288', '--json'], {
      encoding: 'utf8',
      env,
    });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ errors: [{ code: 288 }] });
  });

  test('works without the optional library, and says that it is missing where it is asked for', {
    tags: ['C7'],
  }, () => {
    const env = { PATH: process.env['PATH'], HOME: base };
    const words = ['config', 'set', 'credentials', 'keyring'];
    const ran = spawnSync(join(prefix, 'bin', 'crier'), words, { encoding: 'utf8', env });
    expect(ran.status).toBe(10);
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'its optional package @napi-rs/keyring is not installed',
    );
  });

  test('is smaller than 8 MB', { tags: ['P8'] }, () => {
    const names = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    const bytes = names.map((name) => statSync(join(installed, name))).filter((each) => each.isFile());
    const size = bytes.reduce((sum, each) => sum + each.size, 0);
    expect(size).toBeGreaterThan(4e6);
    expect(size).toBeLessThan(8e6);
    report(`the package has ${(size / 1e6).toFixed(2)} MB unpacked`);
  });

  test('runs jq, which is compressed there', () => {
    const words = ['errors', 'show', '288', '--json', '--jq', '.errors[0].code + 1'];
    const env = { PATH: process.env['PATH'], HOME: base };
    const ran = spawnSync(join(prefix, 'bin', 'crier'), words, { encoding: 'utf8', env });
    expect([ran.stdout, ran.stderr]).toEqual(['289\n', '']);
  });

  test('brings a manual page for each command and topic', () => {
    const file = join(prefix, 'share', 'man', 'man1', 'crier-comments-get.1.gz');
    const page = gunzipSync(readFileSync(file)).toString();
    expect(page).toMatch(/^\.TH "CRIER\\-COMMENTS\\-GET" 1 /m);
    const linked = ['man1', 'man7'].flatMap((name) => readdirSync(join(prefix, 'share', 'man', name)));
    expect(linked.toSorted()).toEqual(readdirSync(join(folder, 'dist', 'man')).toSorted());
  });
});
