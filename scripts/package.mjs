// `npm run package`: puts what is published into .release/package, checks it, and packs it. The repository itself is private, so
// that it cannot be published by mistake: the manifest of the package has no scripts, an optional dependency alone, and
// lists the manual pages.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeDeclarations } from './declarations.mjs';
import { printStep, root, runProgram } from './run-program.mjs';

/** Where the package is put together and its archive written, unless another folder is given. */
const RELEASE = join(root, '.release');
const FILES = ['bin', 'dist', 'README.md', 'CHANGELOG.md', 'LICENSE'];
const REPOSITORY_ONLY = ['private', 'scripts', 'dependencies', 'devDependencies'];

/** Copies the files, writes the manifest and the declarations. @returns the folder of the package */
export async function stagePackage(release = RELEASE) {
  const folder = join(release, 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of FILES) cpSync(join(root, name), join(folder, name), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const key of REPOSITORY_ONLY) delete manifest[key];
  manifest.man = readdirSync(join(folder, 'dist', 'man')).map((name) => `./dist/man/${name}`);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeDeclarations(folder);
  return folder;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const release = process.argv[2] ?? RELEASE;
  const folder = await stagePackage(release);
  const lint = await runProgram('publint', ['--strict', '--pack', 'npm', folder]);
  printStep('package', lint);
  const packed = await runProgram('npm', ['pack', '--silent', '--pack-destination', release, folder]);
  process.stdout.write(packed.output);
  process.exitCode = lint.isGood && packed.isGood ? 0 : 1;
}
