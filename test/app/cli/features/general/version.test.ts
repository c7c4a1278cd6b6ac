import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isNewerVersion } from '../../../../../src/cli/features/general/newest-version.ts';
import type { Transport, WireRequest } from '../../../../../src/client/transport.ts';
import { type Around, crier } from '../../../../support/crier.ts';
import { quickFolder } from '../../../../support/quick-folder.ts';

const REGISTRY = 'https://packages.example/npm/';

/** A registry that answers every request alike. */
function registry(text: string | Uint8Array, status = 200, headers: Record<string, string> = {}) {
  const asked: WireRequest[] = [];
  const network: Transport = async (request) => {
    asked.push(request);
    return { status, headers, body: once(text) };
  };
  const others = { readOutput: async (): Promise<string | null> => `${REGISTRY}\n` };
  return { asked, around: { network, others } satisfies Around };
}

async function* once(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof text === 'string' ? new TextEncoder().encode(text) : text;
}

const BOMB = gzipSync(Buffer.alloc(20_000_000));
const GZIP = { 'content-encoding': 'gzip' };

test('without --check, nothing is asked', async () => {
  const { asked, around } = registry('{}');
  expect((await crier('version', around)).stdout).toBe('0.0.0-test\n');
  expect((await crier('version --json', around)).json).toEqual({
    version: '0.0.0-test',
    latest: null,
    isLatest: null,
    upgrade: null,
  });
  expect(asked).toEqual([]);
});

test('--check asks the registry of npm for the name of the package, without keys and tokens', {
  tags: ['C1'],
}, async () => {
  const { asked, around } = registry('{"version":"1.2.3","name":"crier-cli"}');
  const env = {
    CRIER_API_KEY: 'SECRET-KEY-1',
    CRIER_BASE_URL: 'https://api.example.com',
    NPM_TOKEN: 'SECRET-2',
  };
  const ran = await crier('version --check --json', { ...around, env });
  expect(ran.json).toEqual({
    version: '0.0.0-test',
    latest: '1.2.3',
    isLatest: false,
    upgrade: 'npm install -g crier-cli@latest',
  });
  expect(ran.stderr).toContain('1.2.3 is available: ');
  expect(asked.map(({ method, url }) => `${method} ${url.href}`)).toEqual([
    `GET ${REGISTRY}crier-cli/latest`,
  ]);
  expect(JSON.stringify([asked[0]?.headers, asked[0]?.body])).not.toContain('SECRET');
  expect(Object.keys(asked[0]?.headers ?? {})).toEqual(['accept', 'user-agent']);
});

test('without npm, the registry is that of its files, and the advice is about this installation', async () => {
  const { asked, around } = registry('{"version":"1.2.3"}');
  const home = quickFolder('no-npm');
  const file = join(home, 'npmrc');
  writeFileSync(file, 'registry=https://other.example/\n');
  const others = { readOutput: async () => null };
  const env = { npm_config_userconfig: file, PATH: home, XDG_STATE_HOME: home };
  const program = { file: '/usr/local/bin/crier', isSingle: true };
  const { stderr, exitCode } = await crier('version --check', { ...around, others, env, program });
  expect([exitCode, asked.map(({ url }) => url.href)]).toEqual([
    0,
    ['https://other.example/crier-cli/latest'],
  ]);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('releases/latest in the place of /usr/local/bin/crier');
  rmSync(home, { recursive: true });
});

test('--check remembers what it found for the notice, and on a terminal that it was shown', async () => {
  const { around } = registry('{"version":"1.2.3"}');
  const home = quickFolder('remembered');
  const env = { XDG_STATE_HOME: home };
  const read = () => JSON.parse(readFileSync(join(home, 'crier', 'newest-version.json'), 'utf8'));
  await crier('version --check -q', { ...around, env });
  expect(read()).toEqual({ checkedAt: 1_790_000_000_000, latest: '1.2.3', shownAt: null });
  await crier('version --check', { ...around, env, isTerminal: true });
  expect(read()).toMatchObject({ shownAt: 1_790_000_000_000 });
  rmSync(home, { recursive: true });
});

test('--ca-file is read before anything is asked', { tags: ['C12'] }, async () => {
  const { asked, around } = registry('{"version":"1.2.3"}');
  const ran = await crier('version --check --ca-file /nonexistent.pem', around);
  expect([ran.exitCode, asked]).toEqual([2, []]);
  expect(ran.stderr).toContain('/nonexistent.pem');
});

test('the newest version has no newer one', async () => {
  const { around } = registry('{"version":"0.0.0-test"}');
  const ran = await crier('version --check', around);
  expect([ran.exitCode, ran.stdout]).toEqual([0, '0.0.0-test\n']);
  expect(ran.stderr).toContain('this is the newest version');
});

test.each<[string, Around, number, string]>([
  ['a registry without the package', registry('{}', 404).around, 10, 'is published with its first release'],
  ['a redirect', registry('', 302).around, 10, 'answered with HTTP 302'],
  ['more than 1 MiB', registry(' '.repeat(1_100_000)).around, 10, 'is larger than 1 MiB'],
  ['a decompression bomb', registry(BOMB, 200, GZIP).around, 10, 'is larger than 1 MiB'],
  ['a body that is no gzip', registry('{}', 200, GZIP).around, 10, 'is not valid gzip, or is incomplete'],
  ['no JSON', registry('<html>').around, 10, 'did not tell a version'],
  ['a version that is none', registry('{"version":"\\u001b[2J"}').around, 10, 'did not tell a version'],
  ['plain http', { others: { readOutput: async () => 'http://packages.example/' } }, 2, 'no https address'],
])('fails clearly: %s', async (_what, around, exitCode, message) => {
  const ran = await crier('version --check', around);
  expect(ran.exitCode).toBe(exitCode);
  expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(message);
});

test('a registry that does not listen: the advice is about the registry, not about the service', async () => {
  const network: Transport = async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  };
  const { exitCode, stderr } = await crier('version --check', { ...registry('').around, network });
  expect(exitCode).toBe(10);
  expect(stderr).toContain('packages.example refused the connection');
  expect(stderr).toContain('npm config get registry');
  expect(stderr).not.toContain('base URL');
});

test.each([
  ['0.1.1', '0.1.0', true],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '1.0.0', false],
  ['0.9.0', '1.0.0', false],
  ['1.0.0', '1.0.0-rc.1', true],
  ['1.0.0-rc.1', '1.0.0', false],
  ['1.0.0-rc.10', '1.0.0-rc.9', true],
  ['1.0.0+build', '1.0.0', false],
  ['x', '1.0.0', false],
])('%s is newer than %s: %s', (one, other, expected) => {
  expect(isNewerVersion(one, other)).toBe(expected);
});
