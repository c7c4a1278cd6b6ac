#!/usr/bin/env node
'use strict';
// Written in syntax that any Node can read: this file is where an old one learns that it is too old.
var fs = require('fs');
var path = require('path');

var LAUNCHER_PIPE = 3;
var root = path.join(__dirname, '..');

function handOver(node) {
  var child = require('child_process').spawn(node, [__filename].concat(process.argv.slice(2)), {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: Object.assign({}, process.env, { CRIER_LAUNCHED: '1' })
  });
  var held = child.stdio[LAUNCHER_PIPE];
  if (held) held.on('error', function () {}).unref();
  // A terminal sends Ctrl-C to both, and the child ends by it; one that was sent to us alone has to be passed on.
  process.on('SIGINT', function () {
    setTimeout(function () {
      child.kill('SIGINT');
    }, 300).unref();
  });
  ['SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal);
    });
  });
  child.on('error', function (error) {
    process.stderr.write('crier: cannot start ' + node + ': ' + error.message + '\n');
    process.exitCode = 2;
  });
  child.on('exit', function (code, signal) {
    if (!signal) {
      process.exitCode = code;
      return;
    }
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

// The launcher holds the other end of a pipe: when it is killed, the system closes that end, and the program ends, too.
function followLauncher() {
  if (!process.env.CRIER_LAUNCHED) return;
  delete process.env.CRIER_LAUNCHED; // for this process alone
  try {
    new (require('net').Socket)({ fd: LAUNCHER_PIPE, readable: true, writable: false })
      .on('error', function () {})
      .on('close', function () {
        process.kill(process.pid, 'SIGTERM');
      })
      .resume()
      .unref();
  } catch (_error) {
    // no launcher started this process
  }
}

function buildIfStale() {
  var build = path.join(root, 'scripts', 'prepare.cjs');
  if (fs.existsSync(build)) require(build).prepare();
}

function useCodeCache() {
  require('./code-cache.cjs').useCodeCache();
}

/** Whether no older version has to be considered: to load the list of them costs 2 % of a start. */
function isRecent() {
  var version = process.versions.node.split('.');
  return version[0] > 24 || (version[0] === '24' && version[1] >= 15);
}

/** @returns whether another process takes over, or the program cannot run */
function isLeftToAnother() {
  if (isRecent()) return false;
  var runtime = require('./runtime.cjs');
  if (runtime.isSupported(process.versions.node)) return false;
  var installed = runtime.installedNode(root);
  if (installed !== null && fs.realpathSync(installed) !== fs.realpathSync(process.execPath)) {
    handOver(installed);
    return true;
  }
  process.stderr.write(
    'crier needs Node.js ' +
      runtime.OLDEST.map(function (version) {
        return version.join('.');
      }).join(' or ') +
      ' or newer, and this is ' +
      process.versions.node +
      ': install a newer one from nodejs.org or with your version manager' +
      (installed === null && runtime.canInstallNode(root)
        ? ', or run "npm start" in this checkout, which installs one.\n'
        : '.\n')
  );
  process.exitCode = 2;
  return true;
}

function start() {
  if (isLeftToAnother()) return;
  followLauncher();
  buildIfStale();
  require('../dist/main.cjs').main(useCodeCache);
}

start();
