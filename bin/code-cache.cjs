'use strict';
// Keeps what the program's files were compiled to, so that the next start compiles nothing that an earlier one did.
// Node's own cache takes a file before it has run, without the functions that are compiled when they are first
// called: most of them, and a tenth of a start.
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');

const OWNER_ONLY = 0o700;
const OTHERS_WRITE = 0o022;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** From now on, the program's files are loaded with what is kept of them; what is new is kept when the program ends. */
function useCodeCache() {
  const folder = cacheFolder();
  if (folder === null) return;
  const loaded = [];
  const run = (module, file) => {
    const kept = path.join(folder, path.basename(file));
    const cachedData = contentOf(kept);
    // the program is written in ASCII, which makes a text of half the bytes
    const source = `(function (exports, require, module, __filename, __dirname) {${fs.readFileSync(file, 'latin1')}\n})`;
    const script = new vm.Script(source, { filename: file, cachedData });
    loaded.push({ script, kept, isNew: cachedData === undefined || script.cachedDataRejected });
    const from = path.dirname(file);
    // our files name each other by their place: node's own search for each costs more than to run most of them
    const ask = (name) =>
      name.startsWith('./') ? load(path.join(from, name), module) : module.require(name);
    script.runInThisContext()(module.exports, ask, module, file, from);
  };
  const load = (file, parent) => {
    if (require.cache[file] === undefined) {
      const module = new Module(file, parent);
      require.cache[file] = module;
      run(module, file);
      module.loaded = true;
    }
    return require.cache[file].exports;
  };
  require.extensions['.cjs'] = run;
  process.once('exit', () => {
    // one file that is new means a command that is new here, which has called functions of the other files, too
    if (!loaded.some(({ isNew }) => isNew)) return;
    for (const each of loaded) keep(each);
    forgetOld(folder);
  });
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

/** Nothing checks the code that is read back: it has its name only when all of it is on the disk. */
function keep({ script, kept }) {
  const fresh = `${kept}.${process.pid}`;
  try {
    const code = script.createCachedData();
    fs.writeFileSync(fresh, Buffer.concat([code, code]), { mode: 0o600, flag: 'wx', flush: true });
    fs.renameSync(fresh, kept);
  } catch {
    fs.rmSync(fresh, { force: true });
  }
}

/** What an older version of the program left; what is in use is written again at the next start. */
function forgetOld(folder) {
  try {
    for (const name of fs.readdirSync(folder)) {
      const file = path.join(folder, name);
      if (Date.now() - fs.statSync(file).mtimeMs > KEPT_MS) fs.rmSync(file, { force: true });
    }
  } catch {
    // another process may be doing the same
  }
}

module.exports = { useCodeCache };
