import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Pair, type Program, pair } from './measure.ts';
import { openPlace, ROOT } from './place.ts';
import { bareGet, FEW, OF_SANDBOX } from './reads.ts';
import { type Bench, type Limits, result, times } from './result.ts';
import { serveComments } from './service.ts';

/** Where `npm run binary` puts the single executable of this platform. */
function findBinary(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return join(ROOT, '.release', `crier-${version}-${process.platform}-${process.arch}`, 'crier');
}

/** What P1, P3 and P4 measure of the package, of the single executable; it has the same budgets. */
export const BINARY: Bench = {
  id: 'P19',
  async run(rounds) {
    const file = findBinary();
    const [place, service] = [openPlace(), await serveComments(FEW)];
    const bare = join(place.folder, 'bare.cjs');
    writeFileSync(bare, bareGet(service.url));
    const rows: readonly (Limits & { what: string; words: readonly string[]; against: Program })[] = [
      {
        what: '--version of the single executable, against node -e 0',
        words: ['--version'],
        against: place.node(['-e', '0']),
        ...{ budget: 1.1, goal: 1.05 },
      },
      {
        what: 'comments get of it, over HTTP, against a bare GET',
        words: ['comments', 'get', 'x', '--json'],
        against: place.node([bare]),
        ...{ budget: 1.6, goal: 1.3 },
      },
      {
        what: 'comments get of it, of the sandbox, against node -e 0',
        words: OF_SANDBOX,
        against: place.node(['-e', '0']),
        ...{ budget: 3.3, goal: 3 },
      },
    ];
    const results = [];
    for (const { words, against, ...row } of rows) {
      const ours: Program = { file, words, env: service.env };
      const found: Pair | null = existsSync(file) ? await pair(place, ours, against, rounds) : null;
      const detail = found === null ? 'not built: npm run binary' : times(found);
      results.push(result({ id: 'P19', ...row, figure: found?.ratio ?? null, unit: 'x', detail }));
    }
    service.close();
    place.remove();
    return results;
  },
};
