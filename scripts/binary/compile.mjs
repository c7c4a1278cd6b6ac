// Compiles the scripts of `dist` for a single executable, as V8's code cache. What a few typical commands call is compiled
// with the functions in it, as bin/code-cache.cjs keeps it; of the other scripts only what runs when they are loaded.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { root } from '../run-program.mjs';

const dist = join(root, 'dist');
const BIN = join(root, 'bin', 'crier.js');
const POST = 'Mn5cTy8LrWb2QzHp6KsD';

/** Each is run as if it were the first on a machine; of a script that several load, what the first compiled is kept. */
const TYPICAL = [
  ['comments', 'get', POST, '--sandbox', '--json'],
  ['comments', 'inbox', '--list', '--sandbox', '-o', 'table'],
  ['posts', 'list', '--sandbox', '-o', 'table'],
  ['sandbox', 'exec', '--', process.execPath, BIN, 'comments', 'get', POST, '--json'],
  ['hooks', 'listen', '--from-history', '--once', '--unsigned', '--json', '--sandbox'],
];

/** @returns the names of the scripts, each with its compiled code in the folder */
export async function compileScripts(folder) {
  mkdirSync(folder, { recursive: true });
  const base = mkdtempSync(join(tmpdir(), 'crier-compile-'));
  const compiled = new Map();
  for (const [name, code] of (
    await Promise.all(TYPICAL.map((words, index) => runTypical(words, join(base, String(index)))))
  ).flat())
    if (!compiled.has(name)) compiled.set(name, code);
  rmSync(base, { recursive: true });
  const names = readdirSync(dist).filter((name) => name.endsWith('.cjs'));
  for (const name of names) writeFileSync(join(folder, name), compiled.get(name) ?? compile(name));
  return names;
}

/** Runs a command with an empty cache, after it has created the sandbox. @returns what it compiled, by name of the script */
async function runTypical(words, home) {
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home, XDG_CACHE_HOME: join(home, 'first') };
  const run = (cache) =>
    promisify(execFile)(process.execPath, [BIN, ...words], {
      env: { ...env, XDG_CACHE_HOME: join(home, cache) },
    });
  mkdirSync(home);
  await run('first');
  await run('second');
  const caches = join(home, 'second', 'crier', 'compiled');
  return readdirSync(caches).flatMap((version) =>
    readdirSync(join(caches, version)).map((name) => [
      name,
      halfOf(readFileSync(join(caches, version, name))),
    ]),
  );
}

/** The cache on a disk holds everything twice. */
const halfOf = (bytes) => bytes.subarray(0, bytes.length / 2);

function compile(name) {
  const text = readFileSync(join(dist, name), 'utf8');
  const source = `(function (exports, require, module, __filename, __dirname) {${text}\n})`;
  return new Script(source, { filename: name }).createCachedData();
}
