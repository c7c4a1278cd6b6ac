import type { Pair } from './measure.ts';

/** What may be, and where we are going. @see docs/performance.md */
export interface Limits {
  readonly budget: number;
  readonly goal: number;
}

/** One figure of a bench. */
export interface BenchResult extends Limits {
  readonly id: string;
  readonly what: string;
  /** Null when it could not be taken; then `detail` says why. */
  readonly figure: number | null;
  /** Of `/s` more is better, of all others less. */
  readonly unit: 'x' | 'MiB' | 'MB' | 'packages' | '/s';
  readonly verdict: 'goal' | 'budget' | 'over' | 'not measured';
  readonly detail: string;
}

/** A bench, by the id of its budget. */
export interface Bench {
  readonly id: string;
  /** @param rounds how often each thing is timed */
  run(rounds: number): Promise<readonly BenchResult[]>;
}

/** A figure with its verdict. */
export function result(facts: Omit<BenchResult, 'verdict'>): BenchResult {
  const { figure } = facts;
  const rounded = figure === null ? null : Number(figure.toFixed(2));
  return { ...facts, figure: rounded, verdict: verdictOn(rounded, facts) };
}

function verdictOn(
  figure: number | null,
  { goal, budget, unit }: Limits & Pick<BenchResult, 'unit'>,
): BenchResult['verdict'] {
  if (figure === null) return 'not measured';
  const isWithin = (limit: number) => (unit === '/s' ? figure >= limit : figure <= limit);
  if (isWithin(goal)) return 'goal';
  return isWithin(budget) ? 'budget' : 'over';
}

/** How long both took, for people. */
export function times({ ms, againstMs }: Pair): string {
  return `${ms.toFixed(0)} ms against ${againstMs.toFixed(0)}`;
}
