import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRegistry, parseNpmrcRegistry } from '../../../../../src/cli/features/general/npm-registry.ts';
import { fakeContext } from '../../../../support/fake-context.ts';
import { quickFolder } from '../../../../support/quick-folder.ts';

const REGISTRY = 'https://packages.example/npm/';
const variable = (name: string) => `\${${name}}`;

test.each([
  ['a line', `registry=${REGISTRY}`, REGISTRY],
  ['spaces', `  registry =  ${REGISTRY}  `, REGISTRY],
  ['line breaks of Windows and a byte order mark', `\uFEFFregistry=${REGISTRY}\r\n`, REGISTRY],
  ['the last line', `registry=https://a.example/\nregistry=${REGISTRY}`, REGISTRY],
  ['double quotation marks', `registry="${REGISTRY}"`, REGISTRY],
  ['single quotation marks', `registry='${REGISTRY}'`, REGISTRY],
  ['a comment at the end', `registry=${REGISTRY} ; ours`, REGISTRY],
  ['a variable', `registry=https://${variable('HOST')}/npm/`, REGISTRY],
  [
    'an optional variable that is not set',
    `registry=https://packages.example${variable('PART?')}/npm/`,
    REGISTRY,
  ],
  [
    'a variable that is not set',
    `registry=https://${variable('NO_HOST')}/`,
    `https://${variable('NO_HOST')}/`,
  ],
  ['an escaped variable', `registry="https://\\${variable('HOST')}/"`, `https://${variable('HOST')}/`],
  ['a comment', `; registry=${REGISTRY}\n# registry=${REGISTRY}`, null],
  ['the registry of a scope', `@acme:registry=${REGISTRY}`, null],
  ['a section', `[other]\nregistry=${REGISTRY}`, null],
  ['nothing behind the equals sign', 'registry=', null],
  ['another setting', 'fund=false', null],
  ['nothing', '', null],
])('npmrc: %s', (_what, text, expected) => {
  expect(parseNpmrcRegistry(text, { HOST: 'packages.example' })).toBe(expected);
});

let home: string;
beforeEach(() => {
  home = quickFolder('npmrc');
});
afterEach(() => rmSync(home, { recursive: true }));

function find(env: Readonly<Record<string, string>>, ofNpm: string | null = null) {
  const others = { words: [], folder: home, platform: 'linux', runtime: '24.15.0' };
  const program = { file: '/usr/lib/node_modules/crier-cli/bin/crier.js', isSingle: false };
  const machine = { ...others, program, homeFolder: home, env };
  return findRegistry(fakeContext({ io: { readOutput: async () => ofNpm, machine } }).io);
}

const write = (...parts: readonly string[]) => {
  const [text = '', ...path] = parts.toReversed();
  writeFileSync(join(home, ...path.toReversed()), text);
};

test('without npm, a variable, and a file, it is the default of npm', async () => {
  expect((await find({})).href).toBe('https://registry.npmjs.org/');
});

test('without npm, the file of the user takes precedence over the one of the machine', async () => {
  mkdirSync(join(home, 'etc'));
  write('etc', 'npmrc', 'registry=https://machine.example');
  expect((await find({ npm_config_prefix: home })).href).toBe('https://machine.example/');
  write('.npmrc', 'registry=https://user.example');
  expect((await find({ npm_config_prefix: home })).href).toBe('https://user.example/');
});

test('NPM_CONFIG_USERCONFIG names the file of the user', async () => {
  write('.npmrc', 'registry=https://user.example');
  write('other', 'registry=https://other.example');
  expect((await find({ NPM_CONFIG_USERCONFIG: join(home, 'other') })).href).toBe('https://other.example/');
});

test('npm knows better than its files, and the variable better than npm', async () => {
  write('.npmrc', 'registry=https://user.example');
  expect((await find({}, 'https://npm.example\n')).href).toBe('https://npm.example/');
  const env = { NPM_CONFIG_REGISTRY: 'https://variable.example/a' };
  expect((await find(env, 'https://npm.example')).href).toBe('https://variable.example/a/');
  expect((await find({ npm_config_registry: '' }, 'https://npm.example')).href).toBe('https://npm.example/');
});

test('what is no file of text does not count', async () => {
  mkdirSync(join(home, '.npmrc'));
  expect((await find({})).href).toBe('https://registry.npmjs.org/');
});

test.each([
  'registry=http://packages.example/',
  'registry=https://user:password@packages.example/',
  'registry=file:///etc/passwd',
  'registry=none',
])('%s is refused, without its text', async (line) => {
  write('.npmrc', line);
  await expect(find({})).rejects.toThrow(/^the registry that npm is set to is no https address$/);
});

test('plain http is for this machine', async () => {
  write('.npmrc', 'registry=http://127.0.0.1:4873');
  expect((await find({})).href).toBe('http://127.0.0.1:4873/');
});
