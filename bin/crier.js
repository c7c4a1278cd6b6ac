#!/usr/bin/env node
'use strict';
// Written in syntax that any Node can read: this file is where an old one learns that it is too old.
var fs = require('fs');
var path = require('path');

var NEEDED = [24, 15];
var root = path.join(__dirname, '..');

function isOld(version) {
  var parts = version.split('.').map(Number);
  return parts[0] < NEEDED[0] || (parts[0] === NEEDED[0] && parts[1] < NEEDED[1]);
}

function handOver(node) {
  var child = require('child_process').spawn(node, [__filename].concat(process.argv.slice(2)), {
    stdio: 'inherit'
  });
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

function buildIfStale() {
  var build = path.join(root, '.build', 'prepare.cjs');
  if (fs.existsSync(build)) require(build).prepare();
}

// Compiled code is kept in a folder that only its owner can write: whoever can write there can run code as us.
function useCompileCache() {
  var home = process.env.XDG_CACHE_HOME || (process.env.HOME && path.join(process.env.HOME, '.cache'));
  if (!home || !path.isAbsolute(home)) return;
  var folder = path.join(home, 'crier');
  try {
    makeFolder(folder);
    if (isOurs(fs.lstatSync(folder))) require('module').enableCompileCache(path.join(folder, 'compiled'));
  } catch (_) {
    // Without a cache the program starts a little slower, and works as well.
  }
}

// Node's own "recursive" never returns in a folder such as /proc, which takes no other and says that there is none.
function makeFolder(folder) {
  try {
    fs.mkdirSync(folder, 448);
  } catch (error) {
    if (error.code === 'EEXIST') return;
    if (error.code !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    makeFolder(path.dirname(folder));
    fs.mkdirSync(folder, 448);
  }
}

function isOurs(stat) {
  return stat.isDirectory() && (!process.getuid || (stat.uid === process.getuid() && (stat.mode & 18) === 0));
}

function start() {
  var bundled = path.join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node'
  );
  if (isOld(process.versions.node)) {
    if (fs.existsSync(bundled) && fs.realpathSync(bundled) !== fs.realpathSync(process.execPath))
      return handOver(bundled);
    process.stderr.write(
      'crier needs Node.js ' +
        NEEDED.join('.') +
        ' or newer, and this is ' +
        process.versions.node +
        ': install a newer one from nodejs.org or with your version manager' +
        (fs.existsSync(path.join(root, 'src'))
          ? ', or run "npm install" in this checkout, which brings one.\n'
          : '.\n')
    );
    process.exitCode = 2;
    return;
  }
  buildIfStale();
  require('../dist/main.cjs').main(useCompileCache);
}

start();
