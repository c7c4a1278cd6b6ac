'use strict';
// The main script of a single executable, and of each thread that it starts. The files of the build are inside of it, with
// what they were compiled to: a start compiles nothing, and writes nothing to the disk.
const { getAsset, getAssetKeys, getRawAsset } = process.getBuiltinModule('node:sea');
const { Script } = process.getBuiltinModule('node:vm');

const KEYRING = '@napi-rs/keyring';
const KEYRING_FILE = 'keyring.node';

const loaded = Object.create(null);
let names;

function has(name) {
  names ??= new Set(getAssetKeys());
  return names.has(name);
}

const read = (name) => (has(name) ? Buffer.from(getRawAsset(name)) : null);

function list(folder) {
  return getAssetKeys().flatMap((name) =>
    name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : [],
  );
}

function load(name) {
  const known = loaded[name];
  if (known !== undefined) return known.exports;
  const module = { id: name, filename: name, loaded: false, children: [], exports: Object.create(null) };
  loaded[name] = module;
  // the text that was compiled, to the letter: scripts/binary/compile.mjs
  const source = `(function (exports, require, module, __filename, __dirname) {${getAsset(name, 'utf8')}\n})`;
  const cachedData = Buffer.from(getRawAsset(`compiled/${name}`));
  const run = new Script(source, { filename: name, cachedData }).runInThisContext();
  run(module.exports, requirePart, module, name, '');
  module.loaded = true;
  return module.exports;
}

function requirePart(name) {
  if (name.startsWith('./')) return load(name.slice(2));
  if (name === KEYRING && has(KEYRING_FILE)) return loadKeyring();
  const builtin = process.getBuiltinModule(name);
  if (builtin !== undefined) return builtin;
  throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
}

/** Native code is loaded from the disk only: from a folder that no other user can write to. */
function loadKeyring() {
  const fs = process.getBuiltinModule('node:fs');
  const { join } = process.getBuiltinModule('node:path');
  const { tmpdir } = process.getBuiltinModule('node:os');
  const bytes = read(KEYRING_FILE);
  const module = { exports: {} };
  if (process.platform === 'win32') {
    // Windows does not remove a file that is loaded: it stays for the next time, in the folder of this user
    const file = join(tmpdir(), `crier-keyring-${bytes.length}.node`);
    if (!fs.existsSync(file) || !fs.readFileSync(file).equals(bytes)) fs.writeFileSync(file, bytes);
    process.dlopen(module, file);
    return module.exports;
  }
  const folder = fs.mkdtempSync(join(tmpdir(), 'crier-keyring-'));
  try {
    fs.writeFileSync(join(folder, KEYRING_FILE), bytes, { mode: 0o700 });
    process.dlopen(module, join(folder, KEYRING_FILE));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  return module.exports;
}

/** A thread gets this script again, with the name of its own. */
function getThreadUrl(name) {
  const start = `
    const text = process.getBuiltinModule('node:sea').getAsset('binary-main.cjs', 'utf8');
    process.getBuiltinModule('node:vm').compileFunction(text, ['threadScript'])(${JSON.stringify(name)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(start)}`);
}

/** The other programs are src/process/embedded-files.ts's. */
function start(word, value) {
  if (word === '__exit') process.exitCode = Number(value);
  else if (word === '__keyring') load('keyring-program.cjs');
  else load('main.cjs').main();
}

globalThis[Symbol.for('crier.embedded')] = { read, list, load, getThreadUrl };
// only a thread has this parameter
if (typeof threadScript === 'string') load(threadScript);
else start(process.argv[2], process.argv[3]);
