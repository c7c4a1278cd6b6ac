'use strict';
// Sets the checkout up and runs one of its programs by a Node.js that is new enough: `node scripts/run.cjs [--checks]
// <file> [words]`. Signals and the exit code are passed on.
const { spawn } = require('node:child_process');
const path = require('node:path');
const { delimiter } = require('node:path');
const { installedNode, isSupported } = require('../bin/runtime.cjs');
const { setUp } = require('./setup.cjs');

const root = path.join(__dirname, '..');
const withChecks = process.argv[2] === '--checks';
const [file, ...words] = process.argv.slice(withChecks ? 3 : 2);

setUp(withChecks);
const node = isSupported(process.versions.node)
  ? process.execPath
  : (installedNode(root) ?? process.execPath);
const folders = [
  path.dirname(node),
  path.join(root, 'test', 'node_modules', '.bin'),
  path.join(root, 'node_modules', '.bin'),
];
const child = spawn(node, [path.join(root, file), ...words], {
  stdio: 'inherit',
  env: { ...process.env, PATH: [...folders, process.env.PATH].join(delimiter) },
});
// a terminal sends Ctrl-C to both; what is sent to this process only has to be passed on
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  process.stderr.write(`crier: cannot start ${node}: ${error.message}\n`);
  process.exitCode = 1;
});
child.on('exit', (code, signal) => {
  if (!signal) {
    process.exitCode = code;
    return;
  }
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
