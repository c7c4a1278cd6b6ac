import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openPlace, ROOT } from './place.ts';
import { type Bench, result } from './result.ts';

const MB = 1e6;

/** What installing the package puts into an empty folder. */
export const INSTALL: Bench = {
  id: 'P8',
  async run() {
    const place = openPlace();
    const folder = join(place.folder, 'empty');
    mkdirSync(folder);
    const run = (file: string, words: readonly string[], cwd: string) =>
      execFileSync(file, words, { cwd, env: place.env, encoding: 'utf8' }).trim();
    const packed = run(process.execPath, [join(ROOT, 'scripts', 'package.mjs'), place.folder], ROOT);
    const archivePath = join(place.folder, packed.split('\n').at(-1) ?? '');
    // its only dependency is optional: the keyring of the system
    run('npm', ['install', '--offline', '--omit=optional', '--no-audit', '--no-fund', archivePath], folder);
    const modules = join(folder, 'node_modules');
    const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as {
      packages: object; // as npm writes it
    };
    const bytes = filesIn(join(modules, 'crier-cli')).reduce((sum, file) => sum + statSync(file).size, 0);
    const archive = statSync(archivePath).size;
    place.remove();
    const count = Object.keys(packages);
    return [
      result({
        id: 'P8',
        what: 'packages that installing adds',
        figure: count.length,
        unit: 'packages',
        budget: 1,
        goal: 1,
        detail: count.join(', '),
      }),
      result({
        id: 'P8',
        what: 'what it unpacks to',
        figure: bytes / MB,
        unit: 'MB',
        budget: 8,
        goal: 5,
        detail: `an archive of ${(archive / MB).toFixed(2)} MB`,
      }),
    ];
  },
};

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
