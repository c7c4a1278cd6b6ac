'use strict';
// Keeps what the program's files were compiled to, so that the next start compiles nothing that an earlier one did.
// Node's own cache takes a file before it has run, without the functions that are compiled when they are first
// called: most of them, and a tenth of a start.
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const OWNER_ONLY = 0o700;
const OTHERS_WRITE = 0o022;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** A draft this old has no writer any more, even if its process id is in use again. */
const DRAFT_MS = 60 * 60 * 1000;
/** The cache of all versions of Node and of the program together: a complete one of a version takes about 10 MB. */
const MOST_BYTES = 32 * 1024 * 1024;
/** With less free space than this, nothing is written: the disk is others' to fill. */
const FREE_BYTES = 64 * 1024 * 1024;
const AFTER_SIGNAL = 128;

/** From now on, the program's files are loaded with what is kept of them; what is new is kept when the program ends. */
function useCodeCache() {
  const folder = cacheFolder();
  if (folder === null) return;
  const loaded = [];
  const run = (module, file) => {
    const kept = path.join(folder, path.basename(file));
    const cachedData = contentOf(kept);
    const source = `(function (exports, require, module, __filename, __dirname) {${fs.readFileSync(file, 'utf8')}\n})`;
    const script = new vm.Script(source, { filename: file, cachedData });
    loaded.push({ script, kept, isNew: cachedData === undefined || script.cachedDataRejected });
    const from = path.dirname(file);
    // our files name each other by their place: node's own search for each costs more than to run most of them
    const ask = (name) =>
      name.startsWith('./') ? load(`${from}${path.sep}${name.slice(2)}`) : require(name);
    // a table from the start: an object would get a new shape with each of hundreds of names
    module.exports = Object.create(null);
    script.runInThisContext()(module.exports, ask, module, file, from);
  };
  const load = (file) => {
    if (require.cache[file] === undefined) {
      // to load `node:module` for a module of Node's own costs more
      require.cache[file] = { id: file, filename: file, loaded: false, children: [] };
      run(require.cache[file], file);
      require.cache[file].loaded = true;
    }
    return require.cache[file].exports;
  };
  require.extensions['.cjs'] = run;
  process.once('exit', (code) => {
    // one file that is new means a command that is new here, which has called functions of the other files, too
    if (code > AFTER_SIGNAL || !loaded.some(({ isNew }) => isNew)) return;
    try {
      removeStale(path.dirname(folder));
      // after the first failure all others would fail as well, and each would take time
      if (!hasRoom(folder)) return;
      // a long stream sets these two; V8 refuses code that was compiled with other flags than those of a start
      for (const flag of ['--semi-space-growth-factor=2', '--maglev'])
        require('node:v8').setFlagsFromString(flag);
      loaded.every(keep);
    } catch {
      // a cache is never worth an error
    }
  });
}

function hasRoom(folder) {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize >= FREE_BYTES;
}

/** Whoever can write in this folder can run code as us: it is its owner's alone. Null when there can be none. */
function cacheFolder() {
  const { XDG_CACHE_HOME, HOME } = process.env;
  const home = XDG_CACHE_HOME || (HOME && path.join(HOME, '.cache'));
  if (!home || !path.isAbsolute(home)) return null;
  const own = path.join(home, 'crier');
  // what was compiled is of use to the same node alone
  const folder = path.join(own, 'compiled', `${process.version}-${process.arch}`);
  try {
    if (!fs.existsSync(folder)) makeFolder(folder);
    return isOurs(fs.lstatSync(own)) ? folder : null;
  } catch {
    return null; // without a cache the program starts a little slower, and works as well
  }
}

/** Node's own "recursive" never returns in a folder such as /proc, which takes no other and says that there is none. */
function makeFolder(folder) {
  try {
    fs.mkdirSync(folder, OWNER_ONLY);
  } catch (error) {
    if (error.code === 'EEXIST') return;
    if (error.code !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    makeFolder(path.dirname(folder));
    fs.mkdirSync(folder, OWNER_ONLY);
  }
}

function isOurs(stat) {
  return (
    stat.isDirectory() &&
    (!process.getuid || (stat.uid === process.getuid() && (stat.mode & OTHERS_WRITE) === 0))
  );
}

/** Damaged code can crash V8, which does not look: it is kept twice, and to compare the two costs next to nothing. */
function contentOf(file) {
  try {
    const twice = fs.readFileSync(file);
    const half = twice.length / 2;
    const code = twice.subarray(0, half);
    return code.equals(twice.subarray(half)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Nothing checks the code that is read back: it has its name only when it is complete. It is not flushed to the disk,
 * which may take long: after a power failure its two halves differ.
 *
 * @returns whether it was kept
 */
function keep({ script, kept }) {
  const draft = `${kept}.${process.pid}`;
  let descriptor;
  try {
    descriptor = fs.openSync(draft, 'wx', 0o600);
    const code = script.createCachedData();
    fs.writeFileSync(descriptor, Buffer.concat([code, code]));
    fs.closeSync(descriptor);
    fs.renameSync(draft, kept);
    return true;
  } catch {
    if (descriptor !== undefined) discard(descriptor, draft);
    return false;
  }
}

function discard(descriptor, draft) {
  for (const undo of [() => fs.closeSync(descriptor), () => fs.unlinkSync(draft)]) {
    try {
      undo();
    } catch {
      // already closed, or the folder is gone
    }
  }
}

/** Removes what older versions left, drafts of processes that were killed, and the oldest of what is too much. */
function removeStale(compiled) {
  const now = Date.now();
  const fresh = filesIn(compiled).filter((file) => {
    const isStale = now - file.mtimeMs > KEPT_MS || isAbandoned(file, now);
    if (isStale) fs.rmSync(file.path, { force: true });
    return !isStale;
  });
  let bytes = fresh.reduce((sum, { size }) => sum + size, 0);
  for (const { path: oldest, size } of fresh.sort((one, other) => one.mtimeMs - other.mtimeMs)) {
    if (bytes <= MOST_BYTES) return;
    fs.rmSync(oldest, { force: true });
    bytes -= size;
  }
}

/** The files of all versions. Others may be removing the same ones. */
function filesIn(compiled) {
  return fs.readdirSync(compiled).flatMap((version) => {
    const folder = path.join(compiled, version);
    const names = fs.lstatSync(folder).isDirectory() ? fs.readdirSync(folder) : [];
    return names.flatMap((name) => {
      const file = path.join(folder, name);
      const stat = fs.lstatSync(file, { throwIfNoEntry: false });
      return stat?.isFile() ? [{ path: file, size: stat.size, mtimeMs: stat.mtimeMs }] : [];
    });
  });
}

function isAbandoned({ path: file, mtimeMs }, now) {
  const pid = Number(/\.cjs\.(\d+)$/.exec(file)?.[1]);
  if (Number.isNaN(pid)) return false;
  // this process has not begun one yet: it is of an earlier process with the same id
  return pid === process.pid || now - mtimeMs > DRAFT_MS || !isAlive(pid);
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

module.exports = { useCodeCache };
