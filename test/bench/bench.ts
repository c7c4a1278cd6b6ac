// The speed budgets, measured on the program as it is installed, and compared with the figures that the repository
// keeps. `npm run bench -- P3 P7` measures some of them, `--json` is for tools, `--rounds 51` takes longer and is surer,
// `--no-fail` ends with 0 even if a budget is exceeded, `--keep` keeps the figures of this run.
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { ACTIVITY_PAGE, ALL_ACTIVITY } from './activity.ts';
import { DELIVERED } from './deliveries.ts';
import { ENGINE, MATCHING } from './engine.ts';
import { INSTALL } from './install.ts';
import { compareWithKept, describeKept, readKeptFigures, replaceKept, writeKeptFigures } from './kept.ts';
import { HTTP, LONG_TABLE, SANDBOX, STREAM, TABLE } from './reads.ts';
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
  ALL_ACTIVITY,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    'no-fail': { type: 'boolean', default: false },
    rounds: { type: 'string', default: '25' },
  },
});
const unknown = positionals.filter((id) => BENCHES.every((bench) => bench.id !== id));
if (unknown.length > 0) {
  process.stderr.write(
    `there is no ${unknown.join(', ')}; there are ${BENCHES.map(({ id }) => id).join(', ')}\n`,
  );
  process.exit(2);
}

const kept = readKeptFigures();
const results: BenchResult[] = [];
for (const bench of BENCHES) {
  if (positionals.length > 0 && !positionals.includes(bench.id)) continue;
  const found = await bench.run(Number(values.rounds));
  results.push(...found);
  if (!values.json) for (const each of found) process.stdout.write(`${line(each)}\n`);
}

const machine = { node: process.version, processors: availableParallelism(), model: cpus()[0]?.model ?? '' };
const compared = results.map((each) => ({ ...each, ...compareWithKept(each, kept) }));
const worse = compared.filter(({ isWorse }) => isWorse);
if (values.json) process.stdout.write(`${JSON.stringify({ machine, results: compared }, null, 2)}\n`);
else if (worse.length > 0)
  process.stdout.write(`worse than kept: ${[...new Set(worse.map(({ id }) => id))].join(', ')}\n`);
if (values.keep) {
  const { node, processors, model } = machine;
  writeKeptFigures(replaceKept(kept, results, `node ${node}, ${processors} x ${model}`));
}
const isOver = results.some(({ verdict }) => verdict === 'over');
if (isOver && !values['no-fail']) process.exitCode = 1;

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
