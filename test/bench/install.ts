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
    const npm = (cwd: string, ...words: readonly string[]) =>
      execFileSync('npm', words, { cwd, env: place.env, encoding: 'utf8' });
    const packed = npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', place.folder).trim();
    npm(folder, 'install', '--offline', '--no-audit', '--no-fund', join(place.folder, packed));
    const modules = join(folder, 'node_modules');
    const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as {
      packages: object; // as npm writes it
    };
    const bytes = filesIn(join(modules, 'crier-cli')).reduce((sum, file) => sum + statSync(file).size, 0);
    const archive = statSync(join(place.folder, packed)).size;
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
