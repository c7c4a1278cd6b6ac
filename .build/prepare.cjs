'use strict';
// Builds `dist` when the sources are newer. Called by npm's `prepare` and, in a checkout, by every start:
// the look costs a few file stats, and whoever edits a file never runs yesterday's program.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const stamp = path.join(root, 'dist', 'main.cjs');
const inputs = ['src', '.build', 'package.json', 'package-lock.json'];

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

function nodeForBuilding() {
  const brought = path.join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  return fs.existsSync(brought) ? brought : process.execPath;
}

function prepare() {
  if (!isStale()) return;
  const bundler = path.join(__dirname, 'bundle.mjs');
  const result = spawnSync(nodeForBuilding(), [bundler], { cwd: root, encoding: 'utf8' });
  if (result.status === 0) return;
  process.stderr.write(`crier: building failed\n${result.stdout}${result.stderr}`);
  process.exit(1);
}

module.exports = { prepare };
if (require.main === module) prepare();
