// The speed budgets, measured on the program as it is installed, and compared with the figures that the repository
// keeps. `npm run bench -- --help` lists the benches and the flags.
import { availableParallelism, cpus } from 'node:os';
import { ACTIVITY_PAGE, ALL_ACTIVITY } from './activity.ts';
import { BINARY } from './binary.ts';
import { ARCHIVE_SEARCH } from './comments/archive.ts';
import { DELIVERED } from './deliveries.ts';
import { DUE_POSTS } from './due-posts.ts';
import { ENGINE, MATCHING } from './engine.ts';
import { INSTALL } from './install.ts';
import { compareWithKept, describeKept, readKeptFigures, replaceKept, writeKeptFigures } from './kept.ts';
import { type BenchOptions, describeBenchOptions, parseBenchOptions } from './options.ts';
import { PAGE } from './page.ts';
import { HTTP, LONG_TABLE, SANDBOX, STREAM, TABLE } from './reads.ts';
import { RECEIVED } from './receiving.ts';
import { RECEIVED_ON_POSTGRES } from './receiving-postgres.ts';
import { REPLAY } from './replay.ts';
import { type Bench, type BenchResult, formatFigure } from './result.ts';
import { HELP, VERSION } from './starts.ts';

const BENCHES: readonly Bench[] = [
  VERSION,
  HELP,
  HTTP,
  SANDBOX,
  TABLE,
  LONG_TABLE,
  STREAM,
  INSTALL,
  MATCHING,
  ENGINE,
  ACTIVITY_PAGE,
  DELIVERED,
  RECEIVED,
  RECEIVED_ON_POSTGRES,
  ALL_ACTIVITY,
  DUE_POSTS,
  ARCHIVE_SEARCH,
  REPLAY,
  PAGE,
  BINARY,
];

const IDS = BENCHES.map(({ id }) => id);
const options = readOptions();
if (options.help) {
  process.stdout.write(describeBenchOptions(IDS));
  process.exit();
}

const kept = readKeptFigures();
const results: BenchResult[] = [];
for (const bench of BENCHES) {
  if (options.ids.length > 0 && !options.ids.includes(bench.id)) continue;
  const found = await bench.run(options.rounds);
  results.push(...found);
  if (!options.json) for (const each of found) process.stdout.write(`${line(each)}\n`);
}

const machine = { node: process.version, processors: availableParallelism(), model: cpus()[0]?.model ?? '' };
const compared = results.map((each) => ({ ...each, ...compareWithKept(each, kept) }));
const worse = compared.filter(({ isWorse }) => isWorse);
if (options.json) process.stdout.write(`${JSON.stringify({ machine, results: compared }, null, 2)}\n`);
else if (worse.length > 0)
  process.stdout.write(`worse than kept: ${[...new Set(worse.map(({ id }) => id))].join(', ')}\n`);
if (options.keep) {
  const { node, processors, model } = machine;
  writeKeptFigures(replaceKept(kept, results, `node ${node}, ${processors} x ${model}`));
}
const isOver = results.some(({ verdict }) => verdict === 'over');
if (isOver && !options['no-fail']) process.exitCode = 1;

function readOptions(): BenchOptions {
  try {
    return parseBenchOptions(process.argv.slice(2), IDS);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}

function line(each: BenchResult): string {
  const { id, what, figure, unit, budget, goal, isRate, verdict, detail } = each;
  const number = figure === null ? '-' : formatFigure(figure, unit);
  const bound = isRate ? 'at least' : 'at most';
  const limits = `${bound} ${formatFigure(budget, unit)}, goal ${formatFigure(goal, unit)}`;
  const comparison = describeKept(compareWithKept(each, kept), each);
  return [
    id,
    what.padEnd(54),
    number.padStart(9),
    verdict.padEnd(12),
    limits.padEnd(34),
    comparison.padEnd(28),
    detail,
  ]
    .join('  ')
    .trimEnd();
}
