'use strict';
// Brings the checkout into a state in which everything runs; says nothing when there is nothing to do.
// It has to run on whatever Node the machine has, so it uses nothing that must be installed first.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const wanted = ['package.json', 'package-lock.json'];
/** npm writes down what it installed, beside it. */
const installed = path.join(root, 'node_modules', '.package-lock.json');

function isInstalled() {
  const stamp = fs.statSync(installed, { throwIfNoEntry: false });
  return !!stamp && wanted.every((name) => fs.statSync(path.join(root, name)).mtimeMs <= stamp.mtimeMs);
}

function install() {
  process.stderr.write('crier: installing what it needs\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['install', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (result.error || result.status !== 0) {
    process.stderr.write(
      `crier: "npm install" failed\n${result.stdout ?? ''}${result.stderr ?? result.error}\n`,
    );
    process.exitCode = result.status || 1;
  } else if (!isInstalled() && fs.existsSync(installed)) {
    // npm leaves its note alone when nothing was missing
    fs.utimesSync(installed, new Date(), new Date());
  }
}

if (isInstalled()) require('./prepare.cjs').prepare();
else install();
