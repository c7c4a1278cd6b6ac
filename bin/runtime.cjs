'use strict';
// Which versions of Node.js run crier, and the one that a checkout installs where the machine's is too old: one
// platform package, locked with its integrity, without an install script.
// Written in syntax that any Node can read, as crier.js is.
var fs = require('fs');
var path = require('path');

/** The oldest version of each major version that is supported; what is newer than the last one is supported too. */
var OLDEST = [
  [22, 22, 2],
  [24, 15, 0]
];
var FOLDER = path.join('scripts', 'runtime');

function isSupported(version) {
  var parts = version.split('.').map(Number);
  return OLDEST.some(function (oldest, index) {
    if (parts[0] !== oldest[0]) return index === OLDEST.length - 1 && parts[0] > oldest[0];
    return parts[1] > oldest[1] || (parts[1] === oldest[1] && parts[2] >= oldest[2]);
  });
}

/** The name of this platform's package in scripts/runtime/package.json. */
function packageName(platform, arch) {
  return ['node', platform === 'win32' ? 'win' : platform, arch].join('-');
}

/** The program file of the checkout's own Node.js; null when it has none. */
function installedNode(root) {
  var name = packageName(process.platform, process.arch);
  var program = process.platform === 'win32' ? 'node.exe' : 'node';
  var file = path.join(root, FOLDER, 'node_modules', name, 'bin', program);
  return fs.existsSync(file) ? file : null;
}

/** Whether a checkout can install one for this platform. */
function canInstallNode(root) {
  var list = path.join(root, FOLDER, 'package.json');
  if (!fs.existsSync(list)) return false;
  var names = Object.keys(require(list).optionalDependencies);
  return names.indexOf(packageName(process.platform, process.arch)) !== -1;
}

module.exports = {
  OLDEST: OLDEST,
  isSupported: isSupported,
  installedNode: installedNode,
  canInstallNode: canInstallNode
};
