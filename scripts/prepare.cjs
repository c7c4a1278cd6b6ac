'use strict';
// Builds `dist` when the sources are newer. Called by set-up and, in a checkout, by every start: comparing
// costs a few file stats, and an edited source is never ignored.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { installedNode, isSupported } = require('../bin/runtime.cjs');

const root = path.join(__dirname, '..');
const stamp = path.join(root, 'dist', 'main.cjs');
const inputs = [
  'src',
  'skills',
  'scripts/bundle.mjs',
  'scripts/bundle',
  'scripts/slim-zod.mjs',
  'scripts/licences',
  'package.json',
  'package-lock.json',
];

function isNewer(file, than) {
  const stat = fs.statSync(file);
  // a folder is newer when a file came or went
  if (stat.mtimeMs > than) return true;
  if (!stat.isDirectory()) return false;
  return fs.readdirSync(file).some((name) => isNewer(path.join(file, name), than));
}

function isStale() {
  const built = fs.statSync(stamp, { throwIfNoEntry: false });
  return !built || inputs.some((name) => isNewer(path.join(root, name), built.mtimeMs));
}

/** Null where there is none: the registry may lack the package for this platform. */
function nodeForBuilding() {
  const installed = installedNode(root);
  if (installed !== null) return installed;
  return isSupported(process.versions.node) ? process.execPath : null;
}

const lock = path.join(root, 'node_modules', '.cache', 'crier-build.lock');
const PAUSE_MS = 100;
/** Far longer than a build takes: after it, a start builds by itself, which only costs time. */
const LONGEST_MS = 180_000;

/** Starts at the same moment build once: the others wait. @returns whether the lock is this process's */
function waitForLock() {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; ) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return true;
    } catch (error) {
      if (error.code !== 'EEXIST') return false;
    }
    if (isHeld()) Atomics.wait(sleeper, 0, 0, PAUSE_MS);
    else fs.rmSync(lock, { force: true });
  }
  fs.rmSync(lock, { force: true });
  return false;
}

/** Whether the process that builds still runs. */
function isHeld() {
  try {
    process.kill(Number(fs.readFileSync(lock, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function prepare() {
  if (!isStale()) return;
  const isOurs = waitForLock();
  const fault = isStale() ? build() : null;
  if (isOurs) fs.rmSync(lock, { force: true });
  if (fault === null) return;
  process.stderr.write(fault);
  process.exit(1);
}

/** @returns what went wrong, as it is printed; null otherwise */
function build() {
  const bundler = path.join(__dirname, 'bundle.mjs');
  const node = nodeForBuilding();
  // set-up succeeds without a build: the program itself reports which Node.js to install
  if (node === null) return null;
  const result = spawnSync(node, [bundler], { cwd: root, encoding: 'utf8' });
  if (result.status === 0) return null;
  return `crier: building failed\n${result.stdout}${result.stderr}`;
}

module.exports = { prepare };
if (require.main === module) prepare();
