'use strict';
// The Node.js that "npm install" puts into a checkout: one platform package, locked with its integrity, chosen by
// "os" and "cpu", and without an install script.
// Written in syntax that any Node can read, as crier.js is.
var fs = require('fs');
var path = require('path');

/** The name of this platform's package in .build/runtime/package.json. */
function packageName(platform, arch) {
  return ['node', platform === 'win32' ? 'win' : platform, arch].join('-');
}

/** The program file of the checkout's own Node.js; null when it has none. */
function broughtNode(root) {
  var name = packageName(process.platform, process.arch);
  var file = path.join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return fs.existsSync(file) ? file : null;
}

/** Whether "npm install" would bring one for this platform. */
function canBring(root) {
  var list = path.join(root, '.build', 'runtime', 'package.json');
  if (!fs.existsSync(list)) return false;
  var names = Object.keys(require(list).optionalDependencies);
  return names.indexOf(packageName(process.platform, process.arch)) !== -1;
}

module.exports = { broughtNode: broughtNode, canBring: canBring };
