import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOpenApiDocument } from '../../src/service/openapi/build-document.ts';

const CRIER = join(import.meta.dirname, '..', '..', 'bin', 'crier.js');

/** Both generators need the compiler of TypeScript 5. */
const PACKAGES = ['orval@8.38.0', 'openapi-typescript@7.13.0', 'typescript@5.9.3'];

const COMPILER = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  target: 'es2024',
  module: 'nodenext',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
};

/** Publishes by the functions of one generator, and reads the record with a type of the other. */
const PROGRAM = `
import { createPost, getHistoryById, getInstagramHistory } from './orval.ts';
import type { paths } from './openapi-typescript.ts';

declare const process: { readonly env: Record<string, string | undefined> };
type Answer = paths['/history/{id}']['get']['responses'][200]['content']['application/json'];
const send = globalThis.fetch;
globalThis.fetch = (path, init) => send(process.env['CRIER_BASE_URL'] + String(path), init);
const options = { headers: { authorization: 'Bearer ' + process.env['CRIER_API_KEY'] } };

const created = await createPost({ post: 'Open until nine', platforms: ['bluesky'] }, options);
const id = created.status === 200 && 'id' in created.data ? created.data.id : undefined;
if (typeof id !== 'string') throw new Error(JSON.stringify(created.data));
const read = await getHistoryById(id, options);
const answer: Answer | undefined = read.status === 200 ? read.data : undefined;
const ofNetwork = await getInstagramHistory({ limit: 1 }, options);
console.log(answer?.post, answer?.postIds?.[0]?.platform, ofNetwork.status);
`;

const project = mkdtempSync(join(tmpdir(), 'crier-generated-'));
afterAll(() => rmSync(project, { recursive: true }));

const write = (name: string, content: string | object) =>
  writeFileSync(join(project, name), typeof content === 'string' ? content : JSON.stringify(content));

const run = (words: readonly string[]) =>
  execFileSync(process.execPath, words, { cwd: project, encoding: 'utf8', stdio: 'pipe' });

const runPackage = (file: string, ...words: readonly string[]) => run([join('node_modules', file), ...words]);

beforeAll(() => {
  write('package.json', { private: true, type: 'module' });
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, ...PACKAGES], { cwd: project, stdio: 'pipe' });
  write('openapi.json', buildOpenApiDocument());
  write(
    'orval.config.mjs',
    `export default { crier: { input: 'openapi.json', output: { target: 'orval.ts', client: 'fetch' } } };`,
  );
  write('program.ts', PROGRAM);
  write('tsconfig.json', {
    compilerOptions: COMPILER,
    files: ['orval.ts', 'openapi-typescript.ts', 'program.ts'],
  });
});

test('clients that two generators make of the OpenAPI document have no type error, and publish and read on the sandbox', () => {
  runPackage('orval/dist/bin/orval.mjs');
  runPackage('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'openapi-typescript.ts');
  expect(runPackage('typescript/bin/tsc', '-p', '.')).toBe('');
  expect(run([CRIER, 'sandbox', 'exec', '--', process.execPath, 'program.ts'])).toBe(
    'Open until nine bluesky 200\n',
  );
});
