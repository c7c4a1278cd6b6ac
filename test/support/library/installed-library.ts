import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { eventually } from '../eventually.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const GUIDES = join(ROOT, 'docs', 'guides');

/** A project into which the packed archive was installed, and nothing else. */
export interface LibraryProject {
  readonly folder: string;
  /** Links packages of this repository into it, as if they were installed. */
  link(...names: readonly string[]): void;
  remove(): void;
}

/**
 * Makes what takes longer than most tests that need it, and which they only read: the first test of the run that needs
 * it does, and the others wait.
 *
 * @returns its folder
 */
async function makeOnce(name: string, make: (folder: string) => void): Promise<string> {
  const folder = join(inject('runFolder'), name);
  const made = `${folder}.made`;
  try {
    mkdirSync(folder);
  } catch {
    await eventually(() => {
      if (!existsSync(made)) throw new Error(`${folder} is not made yet`);
    });
    return folder;
  }
  make(folder);
  writeFileSync(made, '');
  return folder;
}

/** The folder with the archive of crier, and with what is in it, in `package`. */
export const packLibrary = () =>
  makeOnce('packed', (folder) =>
    execFileSync(process.execPath, [join(ROOT, 'scripts', 'package.mjs'), folder]),
  );

/** The path of the archive in that folder. */
export function findArchive(packed: string): string {
  return join(packed, readdirSync(packed).find((name) => name.endsWith('.tgz')) ?? '');
}

/** Installs crier, as it is packed, into an empty project. */
export async function installLibrary(): Promise<LibraryProject> {
  const packed = await packLibrary();
  const installed = await makeOnce('installed', (folder) => {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const words = ['install', '--offline', '--no-audit', '--no-fund', '--cache', `${folder}.cache`];
    execFileSync('npm', [...words, findArchive(packed)], { cwd: folder });
  });
  const base = mkdtempSync(join(tmpdir(), 'crier-library-'));
  const folder = join(base, 'project');
  cpSync(installed, folder, { recursive: true, verbatimSymlinks: true });
  return {
    folder,
    link(...names) {
      for (const name of names) {
        const target = join(folder, 'node_modules', name);
        mkdirSync(dirname(target), { recursive: true });
        symlinkSync(findPackage(name), target);
      }
    },
    remove: () => rmSync(base, { recursive: true }),
  };
}

function findPackage(name: string): string {
  const isOfTests = readdirSync(join(ROOT, 'test', 'node_modules')).includes(name.split('/')[0] ?? '');
  return join(ROOT, ...(isOfTests ? ['test'] : []), 'node_modules', name);
}

/** The examples of a guide: their files by name. */
export function readExamples(guide: string): ReadonlyMap<string, string> {
  const blocks = readFileSync(join(GUIDES, guide), 'utf8').matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm);
  return new Map([...blocks].map(([, name = '', text = '']) => [name, text]));
}

/** Copies files of a folder of this repository into the project. */
export function copyIntoProject({ folder }: Pick<LibraryProject, 'folder'>, from: string): void {
  cpSync(from, folder, { recursive: true });
}
