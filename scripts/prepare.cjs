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

function prepare() {
  if (!isStale()) return;
  const bundler = path.join(__dirname, 'bundle.mjs');
  const node = nodeForBuilding();
  // set-up succeeds without a build: the program itself reports which Node.js to install
  if (node === null) return;
  const result = spawnSync(node, [bundler], { cwd: root, encoding: 'utf8' });
  if (result.status === 0) return;
  process.stderr.write(`crier: building failed\n${result.stdout}${result.stderr}`);
  process.exit(1);
}

module.exports = { prepare };
if (require.main === module) prepare();
