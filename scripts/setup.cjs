'use strict';
// Makes a checkout ready to run: installs what is missing, and builds `dist` when a source is newer. Prints nothing
// when there is nothing to do. It must run on any Node that a machine may have, so it uses nothing that has to be
// installed first.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { canInstallNode, isSupported } = require('../bin/runtime.cjs');

const root = path.join(__dirname, '..');

/**
 * What can be installed, each with a manifest and a lock file of its own: a tour needs the libraries only, and a
 * machine with a current Node.js never downloads another.
 */
const PARTS = {
  libraries: { folder: '.', reason: 'libraries' },
  runtime: { folder: 'scripts/runtime', reason: `Node.js, since ${process.version} is too old` },
  checks: { folder: 'test', reason: 'tools for tests and checks' },
};

function isInstalled(folder) {
  // npm writes this file last
  const installed = fs.statSync(path.join(folder, 'node_modules', '.package-lock.json'), {
    throwIfNoEntry: false,
  });
  const manifests = ['package.json', 'package-lock.json'].map((name) => path.join(folder, name));
  return !!installed && manifests.every((file) => fs.statSync(file).mtimeMs <= installed.mtimeMs);
}

function install({ folder, reason }) {
  const cwd = path.join(root, folder);
  if (isInstalled(cwd)) return;
  process.stderr.write(`crier: installing ${reason}\n`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const words = ['install', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const result = spawnSync(npm, words, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (result.error || result.status !== 0) {
    process.stderr.write(
      `crier: "npm install" failed in ${cwd}\n${result.stdout ?? ''}${result.stderr ?? result.error}\n`,
    );
    process.exit(result.status || 1);
  }
  const installed = path.join(cwd, 'node_modules', '.package-lock.json');
  // npm does not touch its file when nothing was missing
  if (!isInstalled(cwd) && fs.existsSync(installed)) fs.utimesSync(installed, new Date(), new Date());
}

/** @param withChecks also installs what `npm test` needs */
function setUp(withChecks) {
  install(PARTS.libraries);
  if (!isSupported(process.versions.node) && canInstallNode(root)) install(PARTS.runtime);
  if (withChecks) install(PARTS.checks);
  require('./prepare.cjs').prepare();
}

module.exports = { setUp };
if (require.main === module) setUp(process.argv.includes('--checks'));
