// The size and shape of the sources, and how many files a run enters. `npm run bench:house -- --src <folder>` counts
// those of another checkout, `--json` is for tools, `--against <file>` shows beside them what `--json` printed before.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countHouse, type HouseCounts } from './house-counts.ts';
import { type HouseFlow, measureFlows } from './house-flows.ts';
import { ROOT } from './place.ts';

interface HouseReport extends HouseCounts {
  readonly flows: readonly HouseFlow[];
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    src: { type: 'string', default: join(ROOT, 'src') },
    against: { type: 'string' },
  },
});

/** A larger folder is more than one subject. */
const MANY_FILES = 25;

const root = resolve(values.src);
const report: HouseReport = { ...countHouse(root), flows: await measureFlows(root) };
process.stdout.write(
  values.json ? `${JSON.stringify(report, null, 2)}\n` : renderTable(report, readBefore()),
);

function readBefore(): HouseReport | null {
  if (values.against === undefined) return null;
  return JSON.parse(readFileSync(values.against, 'utf8')) as HouseReport; // printed by --json
}

function renderTable(now: HouseReport, before: HouseReport | null): string {
  const was = new Map(before === null ? [] : listRows(before));
  const rows = listRows(now).map(([label, figure]) =>
    before === null ? [label, figure] : [label, was.get(label) ?? '-', figure],
  );
  const table = before === null ? rows : [['', 'before', 'now'], ...rows];
  const widths = (table[0] ?? []).map((_cell, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const lines = table.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    ),
  );
  return `${lines.map((cells) => cells.join('  ').trimEnd()).join('\n')}\n`;
}

function listRows(house: HouseReport): readonly (readonly [string, string])[] {
  const { folders, cycles, cyclesAtRunTime, sharedTypeNames } = house;
  const [largest] = folders;
  const shared = Object.values(sharedTypeNames).reduce((sum, count) => sum + count, 0);
  const figures: readonly (readonly [string, number | string])[] = [
    ['files', house.files],
    ['lines', house.lines],
    ['lines a file, median', house.medianLines],
    ['lines a file, 90th percentile', house.p90Lines],
    ['folders', folders.length],
    ['files a folder, mean', (house.files / Math.max(1, folders.length)).toFixed(1)],
    ['files in the largest folder', `${largest?.path ?? '-'} ${largest?.files ?? 0}`],
    [`folders of more than ${MANY_FILES} files`, folders.filter(({ files }) => files > MANY_FILES).length],
    ['files with a single importer', house.singleImporter.length],
    ['  in the same folder', house.singleImporterInFolder],
    ['types declared', house.declaredTypes],
    ['  under a name that occurs more than once', shared],
    ['type names declared more than once', Object.keys(sharedTypeNames).length],
    ['slices of types (Pick)', house.slices],
    ['interfaces used once', house.usedOnce.length],
    ['interfaces with a single maker', house.singleMaker.length],
    ['functions over 60 lines', house.longFunctions.length],
    ['commands', house.commands],
    ['lines of the command line for each command', house.linesACommand],
    ['imports of features in the framework', house.featuresInFramework],
    ['import cycles, types included', cycles.length],
    ['  files in them', cycles.flat().length],
    ['import cycles without types', cyclesAtRunTime.length],
    ...house.flows.flatMap(({ name, entered, loaded }): [string, number][] => [
      [`files entered: ${name}`, entered],
      [`  files loaded: ${name}`, loaded],
    ]),
  ];
  return figures.map(([label, figure]) => [label, String(figure)]);
}
