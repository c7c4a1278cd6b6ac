// Writes the declarations of what other programs import. The compiler declares every module that an entry uses; those
// that its declarations name are published, and must need no package, so that they hold in an empty project.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { listLibraryEntries } from './library-entries.mjs';
import { runCompiler } from './run-compiler.mjs';
import { root } from './run-program.mjs';
import { WRITTEN_DECLARATIONS } from './service-types.mjs';

const SPECIFIER = /\bfrom '([^']+)'|\bimport\('([^']+)'\)/g;

/**
 * Writes the declarations into `dist/types` of a package.
 *
 * @throws Error when they cannot be made, or need a package
 */
export async function writeDeclarations(folder) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const made = mkdtempSync(join(tmpdir(), 'crier-types-'));
  try {
    const { isGood, output } = await runCompiler([
      '-p',
      join('scripts', 'library.tsconfig.json'),
      '--outDir',
      made,
    ]);
    if (!isGood) throw new Error(`no declarations:\n${output}`);
    for (const [file, print] of Object.entries(WRITTEN_DECLARATIONS)) replaceFile(join(made, file), print());
    const found = new Set();
    for (const { declarations } of listLibraryEntries(exports)) collect(join(made, declarations), found);
    for (const file of found) copyDeclarations(file, join(folder, 'dist', 'types', relative(made, file)));
  } finally {
    rmSync(made, { recursive: true });
  }
}

/** @throws Error when there is no such file: the module that it declares was moved */
function replaceFile(file, text) {
  readFileSync(file);
  writeFileSync(file, text);
}

/** Adds a file, and those that it names. */
function collect(file, found) {
  if (found.has(file)) return;
  found.add(file);
  for (const [, from, dynamic] of readFileSync(file, 'utf8').matchAll(SPECIFIER)) {
    const name = from ?? dynamic;
    if (!name.startsWith('.')) throw new Error(`the declarations of ${file} need ${name}`);
    collect(join(dirname(file), name.replace(/\.ts$/, '.d.ts')), found);
  }
}

/** The names of sources become those of modules, which every compiler can resolve. */
function copyDeclarations(file, target) {
  mkdirSync(dirname(target), { recursive: true });
  const text = readFileSync(file, 'utf8').replaceAll(SPECIFIER, (found) => found.replace(/\.ts'/, ".js'"));
  writeFileSync(target, text);
}
