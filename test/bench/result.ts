import type { Pair } from './measure.ts';

/** What may be, and where we are going. @see the speed budgets, P1 to P8 */
export interface Limits {
  readonly budget: number;
  readonly goal: number;
}

/** One figure of a bench. */
export interface Result extends Limits {
  readonly id: string;
  readonly what: string;
  /** Null when it could not be taken; then `detail` says why. */
  readonly figure: number | null;
  readonly unit: 'x' | 'MiB' | 'MB' | 'packages';
  readonly verdict: 'goal' | 'budget' | 'over' | 'not measured';
  readonly detail: string;
}

/** A bench, by the id of its budget. */
export interface Bench {
  readonly id: string;
  /** @param rounds how often each thing is timed */
  run(rounds: number): Promise<readonly Result[]>;
}

/** A figure with its verdict. */
export function result(facts: Omit<Result, 'verdict'>): Result {
  const { figure, goal, budget } = facts;
  const rounded = figure === null ? null : Number(figure.toFixed(2));
  return { ...facts, figure: rounded, verdict: verdictOn(rounded, { goal, budget }) };
}

function verdictOn(figure: number | null, { goal, budget }: Limits): Result['verdict'] {
  if (figure === null) return 'not measured';
  if (figure <= goal) return 'goal';
  return figure <= budget ? 'budget' : 'over';
}

/** How long both took, for people. */
export function times({ ms, againstMs }: Pair): string {
  return `${ms.toFixed(0)} ms against ${againstMs.toFixed(0)}`;
}
