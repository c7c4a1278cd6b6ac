// `npm run mutation -- <area>…`: changes the sources of an area in small ways, one at a time, and counts the changes
// that its tests notice. Prints those that no test notices. `<area>/<part of a path>` takes some of its sources,
// `--tests=<part of a path>,…` some of its tests: a lower bound.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { createVitest, type Vitest } from 'vitest/node';
import * as z from 'zod';
import { AREA_NAMES, type ReadArea, ROOT, readArea } from './areas.ts';
import {
  addToJournal,
  clearJournal,
  giveOrder,
  JOURNAL_VARIABLE,
  listDecided,
  listLeaving,
  readJournal,
  readLastLine,
} from './journal.ts';
import { describeScore } from './score.ts';

/** A worker that wrote nothing for this many times the limit of its mutant hangs in a loop that no timeout ends. */
const HANG_FACTOR = 2;
const WATCH_MS = 1_000;
/** Of one file by one worker, which keeps some memory of each. */
const MAX_RUNS = 100;
/** Restarts of a file; a worker ends itself when a mutant left something behind. */
const MAX_RESTARTS = 200;

const ignore = () => {};
const SILENT = {
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
};

const OfSequences = z.object({
  node: z.object({ type: z.literal('RegExpLiteral'), pattern: z.string().includes('\\p{RGI_') }),
});

/** An expression with a property of sequences, which has no negation: its mutant would end the loading of its file. */
const skipSequences = {
  shouldIgnore: (path: object) => (OfSequences.safeParse(path).success ? 'no negation' : undefined),
};

type Instrumented = Awaited<ReturnType<Instrumenter['instrument']>>;

/** A vitest that loads the sources with their mutants in them. */
async function openVitest({ files }: Instrumented, { tests, isOfPostgres }: ReadArea): Promise<Vitest> {
  const contents = new Map(files.map(({ name, content }) => [name, content]));
  return createVitest(
    'test',
    {
      root: ROOT,
      config: false,
      watch: false,
      include: tests.map((path) => relative(ROOT, path)),
      runner: join(import.meta.dirname, 'runner.ts'),
      isolate: false,
      // it would hand the mutants to later runs
      fsModuleCache: false,
      maxWorkers: 1,
      fileParallelism: false,
      reporters: [{}],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // what holds of the inbox in SQLite holds in Postgres, at many times the cost
      testNamePattern: isOfPostgres ? /Postgres/ : /^(?!.*Postgres)/,
      tags: [],
      strictTags: false,
      globalSetup: join(ROOT, 'test/support/postgres/end-server.ts'),
      dangerouslyIgnoreUnhandledErrors: true,
    },
    {
      plugins: [
        { name: 'mutants', enforce: 'pre', load: (id) => contents.get(id.split('?')[0] ?? '') ?? null },
      ],
    },
  );
}

/** Runs a test file by the order, one or more times in one worker. */
async function runFile(vitest: Vitest, path: string, times = 1): Promise<void> {
  const project = vitest.getRootProject();
  const watcher = setInterval(killHanging, WATCH_MS);
  try {
    await vitest.runTestSpecifications(
      Array.from({ length: times }, () => project.createSpecification(path)),
    );
  } finally {
    clearInterval(watcher);
  }
}

const TESTS = '--tests=';
const testParts = process.argv
  .find((each) => each.startsWith(TESTS))
  ?.slice(TESTS.length)
  .split(',');

let seenCharacters = 0;
let seenAt = 0;

/** Ends a worker that hangs, and counts its mutant as noticed: a test that never ends is seen. */
function killHanging(): void {
  const { characters, line: last } = readLastLine();
  if (characters !== seenCharacters) [seenCharacters, seenAt] = [characters, performance.now()];
  if (last === undefined || !('started' in last)) return;
  if (performance.now() - seenAt < last.limitMs * HANG_FACTOR) return;
  addToJournal({ mutant: last.started, outcome: 'timeout', by: 'the worker hangs' });
  process.kill(last.pid, 'SIGKILL');
}

/** Whether the file was run to its end. */
const hasEnded = (path: string) => readJournal().some((line) => 'file' in line && line.file === path);

async function runArea(name: string): Promise<boolean> {
  const area = readArea(name, testParts);
  const { sources, tests } = area;
  const folder = join(ROOT, '.reports', 'mutation');
  mkdirSync(folder, { recursive: true });
  const report = join(folder, name.replaceAll('/', '-'));
  process.env[JOURNAL_VARIABLE] = report;
  clearJournal();
  const instrumented = await new Instrumenter(SILENT).instrument(
    sources.map((source) => ({ ...source, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [skipSequences] },
  );
  let vitest = await openVitest(instrumented, area);
  const startedAt = performance.now();
  for (const path of tests) {
    for (let round = 0; round < MAX_RESTARTS && !hasEnded(path); round += 1) {
      giveOrder({ decided: [...listDecided(), ...listLeaving()], only: [], fileMs: 0 });
      await runFile(vitest, path);
      if (hasEnded(path)) break;
      await vitest.close();
      vitest = await openVitest(instrumented, area);
    }
  }
  await runAtLoading(vitest);
  await vitest.close();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { text, isGood } = describeScore(
    name,
    area,
    instrumented.mutants.filter(({ status }) => status !== 'Ignored'),
  );
  writeFileSync(`${report}.txt`, text);
  process.stdout.write(`${text}      ${seconds.toFixed(0)} s\n`);
  return isGood;
}

/** Mutants that are in effect only when modules are loaded: each of them with modules of its own. */
async function runAtLoading(vitest: Vitest): Promise<void> {
  for (const line of readJournal()) {
    if (!('file' in line)) continue;
    const tried = new Set<string>();
    for (;;) {
      const decided = listDecided();
      const only = [...new Set([...line.loads, ...line.reaches, ...listLeaving()])]
        .filter((mutant) => !decided.has(mutant) && !tried.has(mutant))
        .slice(0, MAX_RUNS);
      if (only.length === 0) break;
      giveOrder({ decided: [], only, fileMs: line.ms });
      const before = readJournal().length;
      await runFile(vitest, line.file, only.length);
      // the last one that was started may have ended its worker
      for (const each of readJournal().slice(before)) if ('started' in each) tried.add(each.started);
    }
  }
}

const given = process.argv.slice(2).filter((each) => !each.startsWith(TESTS));
let isGood = true;
for (const name of given.length === 0 ? AREA_NAMES : given) {
  if (!(await runArea(name))) isGood = false;
}
// vitest sets it for each test that notices a mutant
process.exitCode = isGood ? 0 : 1;
