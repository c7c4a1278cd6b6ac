// `npm run binary`: builds the single executable for this platform, from the Node.js that runs this script, and packs it with
// its manual pages and licences into .release/; with --file, only the executable. See docs/decisions/0048-single-binary.md.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { printStep, root, runProgram } from '../run-program.mjs';
import { compileScripts } from './compile.mjs';

const dist = join(root, 'dist');
const MAIN = join(root, 'scripts', 'binary', 'main.cjs');
const RELEASE = join(root, '.release');
const { platform, arch } = process;
const PROGRAM = platform === 'win32' ? 'crier.exe' : 'crier';

/** Folders of `dist` that only the package needs. */
const OF_THE_PACKAGE = ['library', 'man', 'types'];

/** How Node.js finds what is inside of its own file, as its documentation of single executables has it. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const RESOURCE = 'NODE_SEA_BLOB';

/** @param file the executable to write */
async function buildBinary(file) {
  require('../prepare.cjs').prepare();
  const folder = mkdtempSync(join(tmpdir(), 'crier-binary-'));
  try {
    const assets = await listAssets(folder);
    const blob = join(folder, 'blob');
    const config = {
      main: MAIN,
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      // room for what a short run makes, in MiB: garbage is collected once or never in place of twice
      execArgv: ['--min-semi-space-size=4'],
      assets,
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    await run('node', '--experimental-sea-config', join(folder, 'config.json'));
    mkdirSync(dirname(file), { recursive: true });
    await copyNode(file);
    const { inject } = createRequire(join(root, 'test', 'package.json'))('postject');
    const mac = platform === 'darwin' ? { machoSegmentName: 'NODE_SEA' } : {};
    await inject(file, RESOURCE, readFileSync(blob), { sentinelFuse: FUSE, ...mac });
    // macOS starts no file whose signature is missing; this one names nobody
    if (platform === 'darwin') await run('codesign', '--sign', '-', file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const require = createRequire(import.meta.url);

/** @returns the files that are put inside, by the names under which scripts/binary/main.cjs finds them */
async function listAssets(folder) {
  const compiled = join(folder, 'compiled');
  const scripts = await compileScripts(compiled);
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
    .filter((name) => !OF_THE_PACKAGE.includes(name.split(sep)[0]));
  const keyring = findKeyring();
  return Object.fromEntries([
    ...files.map((name) => [name.replaceAll(sep, '/'), join(dist, name)]),
    ...scripts.map((name) => [`compiled/${name}`, join(compiled, name)]),
    ['binary-main.cjs', MAIN],
    ...(keyring === null ? [] : [['keyring.node', keyring]]),
  ]);
}

/** The native code of the keyring, which npm installs for this platform; null when it did not. */
function findKeyring() {
  const scope = join(root, 'node_modules', '@napi-rs');
  const files = existsSync(scope) ? readdirSync(scope, { recursive: true }) : [];
  const file = files.find((name) => name.endsWith('.node') && name.includes(`${platform}-${arch}`));
  return file === undefined ? null : join(scope, file);
}

/** Without its table of symbols, a seventh of its size. */
async function copyNode(file) {
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  if (platform === 'linux') await run('strip', file);
  if (platform === 'darwin') await run('codesign', '--remove-signature', file);
}

async function run(command, ...words) {
  const { isGood, output } = await runProgram(command, words);
  if (!isGood) throw new Error(`${command} ${words.join(' ')} failed: ${output}`);
}

/** The archive of a release: the executable, its manual pages and the licences of all that is in it. */
async function packBinary(release) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `crier-${version}-${platform}-${arch}`;
  const folder = join(release, name);
  rmSync(folder, { recursive: true, force: true });
  await buildBinary(join(folder, PROGRAM));
  for (const licence of ['LICENSE', 'README.md']) copyFileSync(join(root, licence), join(folder, licence));
  copyFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), join(folder, 'THIRD-PARTY-LICENSES.txt'));
  copyFileSync(findLicenceOfNode(), join(folder, 'NODE-LICENSE.txt'));
  cpSync(join(dist, 'man'), join(folder, 'man'), { recursive: true });
  const archive = platform === 'win32' ? `${name}.zip` : `${name}.tar.gz`;
  // that of Git for Windows writes no zip
  const tar = platform === 'win32' ? join(process.env.SystemRoot, 'System32', 'tar.exe') : 'tar';
  await run(tar, '-a', '-c', '-f', join(release, archive), '-C', release, name);
  return archive;
}

function findLicenceOfNode() {
  const folder = dirname(process.execPath);
  const file = [folder, join(folder, '..')].map((each) => join(each, 'LICENSE')).find(existsSync);
  if (file === undefined) throw new Error(`there is no licence beside ${process.execPath}`);
  return file;
}

const { values } = parseArgs({
  options: { file: { type: 'string' }, release: { type: 'string', default: RELEASE } },
});
const startedAt = performance.now();
const built = values.file ?? (await packBinary(values.release));
if (values.file !== undefined) await buildBinary(values.file);
printStep(built, { isGood: true, seconds: ((performance.now() - startedAt) / 1000).toFixed(1), output: '' });
