import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveComments } from './service.ts';

/** How many files of the sources a run of the program needs. */
export interface HouseFlow {
  readonly name: string;
  /** Files of which a function ran, beside the code at the top of the file. */
  readonly entered: number;
  /** Files that were loaded. */
  readonly loaded: number;
}

const FLOWS: readonly { readonly name: string; readonly args: readonly string[] }[] = [
  { name: 'comments get', args: ['comments', 'get', 'x', '--json'] },
  {
    name: 'posts create --dry-run',
    args: ['posts', 'create', '--platform', 'bluesky', '--text', 'Fresh beans from Huila', '--dry-run'],
  },
  { name: 'automations list --sandbox', args: ['automations', 'list', '--sandbox'] },
  {
    name: 'sandbox engage comment --run',
    args: ['sandbox', 'engage', 'comment', '--from', 'mara', '--text', 'GUIDE, please', '--run'],
  },
];

const COMMENTS = 10;

/** Runs every flow from the sources, with the types stripped by Node. @param root the folder with `main.ts` */
export async function measureFlows(root: string): Promise<readonly HouseFlow[]> {
  const service = await serveComments(COMMENTS);
  try {
    const flows = [];
    for (const { name, args } of FLOWS) {
      flows.push({ name, ...(await measureFlow({ root: realpathSync(root), args, env: service.env })) });
    }
    return flows;
  } finally {
    service.close();
  }
}

interface FlowRun {
  readonly root: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

async function measureFlow({ root, args, env }: FlowRun): Promise<Omit<HouseFlow, 'name'>> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-house-'));
  try {
    const entry = join(folder, 'start.mjs');
    const coverage = join(folder, 'coverage');
    const main = JSON.stringify(pathToFileURL(join(root, 'main.ts')).href);
    // without execve the program ends by process.exit, which writes the coverage
    writeFileSync(entry, `process.execve = undefined;\nawait (await import(${main})).main();\n`);
    await runToEnd([entry, ...args], {
      folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, NODE_V8_COVERAGE: coverage, ...env },
    });
    return countEntered(coverage, `${pathToFileURL(root).href}/`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runToEnd(
  args: readonly string[],
  { folder, env }: { readonly folder: string; readonly env: FlowRun['env'] },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`crier ${args.slice(1).join(' ')} ended with ${code}: ${errors}`));
    });
  });
}

/** The part of V8's coverage that is read here. The first function of a module is the module itself. */
interface CoverageReport {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/** Counts over all threads and processes of a run. */
function countEntered(coverage: string, prefix: string): Omit<HouseFlow, 'name'> {
  const scripts = readdirSync(coverage)
    .map((file) => JSON.parse(readFileSync(join(coverage, file), 'utf8')) as CoverageReport) // as Node writes it
    .flatMap(({ result }) => result.filter(({ url }) => url.startsWith(prefix)));
  const entered = scripts.filter(({ functions }) =>
    functions.slice(1).some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0),
  );
  const loaded = new Set(scripts.map(({ url }) => url)).size;
  if (loaded === 0) throw new Error('the run left no coverage');
  return { entered: new Set(entered.map(({ url }) => url)).size, loaded };
}
