import { execFileSync } from 'node:child_process';
import {
  cpSync,
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

const ROOT = join(import.meta.dirname, '..', '..', '..');
const GUIDES = join(ROOT, 'docs', 'guides');

/** A project into which the packed archive was installed, and nothing else. */
export interface LibraryProject {
  readonly folder: string;
  /** Links packages of this repository into it, as if they were installed. */
  link(...names: readonly string[]): void;
  remove(): void;
}

/** Packed once in a worker: it takes longer than most tests that need it, which only read it. */
let archive: Buffer | undefined;

function pack(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'crier-archive-'));
  try {
    execFileSync(process.execPath, [join(ROOT, 'scripts', 'package.mjs'), folder]);
    return readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Installs crier, as it is packed, into an empty project. */
export function installLibrary(): LibraryProject {
  const base = mkdtempSync(join(tmpdir(), 'crier-library-'));
  const folder = join(base, 'project');
  const packed = join(base, 'crier.tgz');
  archive ??= pack();
  writeFileSync(packed, archive);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const words = ['install', '--offline', '--no-audit', '--no-fund', '--cache', join(base, 'cache')];
  execFileSync('npm', [...words, packed], { cwd: folder });
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
