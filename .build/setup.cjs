'use strict';
// Brings the checkout into a state in which everything runs; says nothing when there is nothing to say.
// It has to run on whatever Node the machine has, so it uses nothing that must be installed first.
const { spawnSync } = require('node:child_process');
const path = require('node:path');

const root = path.join(__dirname, '..');
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
}
