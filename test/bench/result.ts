import type { Pair } from './measure.ts';

/** The budget and the goal of a figure. @see docs/performance.md */
export interface Limits {
  readonly budget: number;
  readonly goal: number;
  /** Set where the figure is a rate: then it is to be at least its limits, and at most otherwise. */
  readonly isRate?: boolean;
}

/** One figure of a bench. Rates are ratios too, to a rate that is measured in the same run. */
export interface BenchResult extends Limits {
  readonly id: string;
  readonly what: string;
  /** Null when it could not be measured; then `detail` says why. */
  readonly figure: number | null;
  readonly unit: BenchUnit;
  readonly verdict: 'goal' | 'budget' | 'over' | 'not measured';
  readonly detail: string;
}

export type BenchUnit = 'x' | 'MiB' | 'MB' | 'kB' | 'packages';

/** A bench, by the id of its budget. */
export interface Bench {
  readonly id: string;
  /** @param rounds how often each thing is timed */
  run(rounds: number): Promise<readonly BenchResult[]>;
}

/** A figure with its verdict. */
export function result(facts: Omit<BenchResult, 'verdict'>): BenchResult {
  const figure = facts.figure === null ? null : round(facts.figure);
  return { ...facts, figure, verdict: verdictOn(figure, facts) };
}

/** Two decimals, and three digits of what is less than one: a rate of a twelfth is 0.0833. */
function round(figure: number): number {
  return Number(figure < 1 ? figure.toPrecision(3) : figure.toFixed(2));
}

function verdictOn(figure: number | null, { goal, budget, isRate = false }: Limits): BenchResult['verdict'] {
  if (figure === null) return 'not measured';
  const isWithin = (limit: number) => (isRate ? figure >= round(limit) : figure <= round(limit));
  if (isWithin(goal)) return 'goal';
  return isWithin(budget) ? 'budget' : 'over';
}

/** A figure with its unit, for people. */
export function formatFigure(figure: number, unit: BenchUnit): string {
  if (unit === 'packages') return String(figure);
  if (unit === 'MiB') return `${figure.toFixed(0)} MiB`;
  return `${figure < 1 ? figure.toPrecision(3) : figure.toFixed(2)} ${unit}`;
}

/** How long both took, for people. */
export function times({ ms, againstMs }: Pair): string {
  return `${ms.toFixed(0)} ms against ${againstMs.toFixed(0)}`;
}
