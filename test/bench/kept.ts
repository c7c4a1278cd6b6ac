import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchResult, type BenchUnit, formatFigure } from './result.ts';

/** A figure of an earlier run, as the repository keeps it. */
export interface KeptFigure {
  readonly id: string;
  /** A bench may have several figures: this names the one. */
  readonly what: string;
  readonly figure: number;
  readonly unit: BenchUnit;
  /** Node, the number of processors and their model. */
  readonly machine: string;
}

/** What two runs of the same program differ by on a machine with other work. */
const NOISE = 0.1;

const FILE = join(import.meta.dirname, 'figures.json');

/** @returns the kept figures; none before the first are kept */
export function readKeptFigures(): readonly KeptFigure[] {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as KeptFigure[]) : []; // written below
}

export function writeKeptFigures(figures: readonly KeptFigure[]): void {
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`);
}

/** How a figure compares with the kept one; `kept` is null when none is kept, or the new one was not measured. */
export interface KeptComparison {
  readonly kept: number | null;
  /** By more than the noise of a measurement. */
  readonly isWorse: boolean;
}

export function compareWithKept(result: BenchResult, kept: readonly KeptFigure[]): KeptComparison {
  const before = kept.find((each) => isSameFigure(each, result))?.figure;
  const { figure, isRate = false } = result;
  if (before === undefined || figure === null) return { kept: null, isWorse: false };
  const isWorse = isRate ? figure * (1 + NOISE) < before : figure > before * (1 + NOISE);
  return { kept: before, isWorse };
}

/** What a row says of the kept figure. */
export function describeKept({ kept, isWorse }: KeptComparison, { unit }: Pick<BenchResult, 'unit'>): string {
  if (kept === null) return 'none kept';
  return `${isWorse ? 'worse than the kept' : 'kept'} ${formatFigure(kept, unit)}`;
}

/**
 * The kept figures after a run: each bench that was run replaces all of its own, the others stay. A figure that could
 * not be measured leaves the kept one as it is.
 */
export function replaceKept(
  kept: readonly KeptFigure[],
  results: readonly BenchResult[],
  machine: string,
): readonly KeptFigure[] {
  const untouched = kept.filter(({ id }) => results.every((result) => result.id !== id));
  const replaced = results.flatMap((result) => {
    const { id, what, figure, unit } = result;
    return figure === null
      ? kept.filter((each) => isSameFigure(each, result))
      : [{ id, what, figure, unit, machine }];
  });
  return [...untouched, ...replaced].toSorted((one, other) =>
    one.id.localeCompare(other.id, 'en', { numeric: true }),
  );
}

function isSameFigure(
  one: Pick<KeptFigure, 'id' | 'what' | 'unit'>,
  other: Pick<KeptFigure, 'id' | 'what' | 'unit'>,
): boolean {
  return one.id === other.id && one.what === other.what && one.unit === other.unit;
}
