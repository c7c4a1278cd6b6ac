import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../../../src/library/sandbox.ts';
import {
  installLibrary,
  type LibraryProject,
  readExamples,
} from '../../support/library/installed-library.ts';

let project: LibraryProject;
beforeAll(async () => {
  project = await installLibrary();
  project.link('vitest');
  for (const [name, content] of readExamples('testing.md'))
    writeFileSync(join(project.folder, name), content);
});
afterAll(() => project.remove());

/** Runs Node.js in the project. */
async function runNode(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, words, {
    cwd: project.folder,
    env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  return { status: Number(status), stdout, stderr };
}

test.each([
  ['post.mjs', /^bluesky https:\S+\nfacebook https:\S+\n$/],
  ['activity.mjs', /^Brew guide on request: \d+ sent\n/m],
])('%s of the guide calls a service', async (name, expected) => {
  await using sandbox = await startSandbox({ listen: true });
  const env = { CRIER_BASE_URL: sandbox.baseUrl, CRIER_API_KEY: sandbox.apiKey };
  const { status, stdout, stderr } = await runNode([name], env);
  expect([stderr, status]).toEqual(['', 0]);
  expect(stdout).toMatch(expected);
  const refused = await runNode([name], { ...env, CRIER_API_KEY: 'SBX-API-unknown' });
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/auth 102|code: 102/)]);
});

test('announce.test.mjs of the guide passes with node:test', async () => {
  const { status, stdout } = await runNode(['--test', 'announce.test.mjs']);
  expect(stdout).toMatch(/pass 2\n/);
  expect(status).toBe(0);
});

test('announce.spec.mjs of the guide passes with vitest', async () => {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const { status, stdout } = await runNode([vitest, 'run', 'announce.spec.mjs']);
  expect(stdout).toMatch(/Tests +2 passed/);
  expect(status).toBe(0);
});

/** Prints the files of the package that an entry loads. */
const LOADED = `await import(process.argv[1]);
  const { createRequire } = await import('node:module');
  const files = Object.keys(createRequire(import.meta.url).cache);
  console.log(JSON.stringify(files.map((file) => file.replace(/.*\\/dist\\//, ''))));`;

test.each(['crier-cli', 'crier-cli/sandbox'])('%s loads what it needs with the first call', async (name) => {
  const { stdout, stderr } = await runNode(['--input-type=module', '-e', LOADED, name]);
  expect(stderr).toBe('');
  const files: readonly string[] = JSON.parse(stdout);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => /^(core|endpoints|open-core|run-sandbox|open-sandbox)-/.test(file))).toEqual(
    [],
  );
  expect(files.length).toBeLessThanOrEqual(4);
});
