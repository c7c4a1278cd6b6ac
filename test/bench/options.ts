import { parseArgs } from 'node:util';

/** What a run of the bench was asked for. */
export interface BenchOptions {
  /** Ids of the benches to run; empty for all. */
  readonly ids: readonly string[];
  readonly json: boolean;
  readonly keep: boolean;
  readonly 'no-fail': boolean;
  readonly help: boolean;
  /** How often each thing is timed. */
  readonly rounds: number;
}

/**
 * Parses the words after `npm run bench --`.
 *
 * @param known ids of all benches
 * @throws {Error} an unknown bench or option, or a number of rounds that is none
 */
export function parseBenchOptions(words: readonly string[], known: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      json: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      'no-fail': { type: 'boolean', default: false },
      rounds: { type: 'string', default: '25' },
    },
  });
  const unknown = positionals.filter((id) => !known.includes(id));
  if (unknown.length > 0)
    throw new Error(`no such bench: ${unknown.join(', ')}; choose from ${known.join(', ')}`);
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds is a whole number from 1, not ${JSON.stringify(values.rounds)}`);
  return { ...values, ids: positionals, rounds };
}

/** The help page, which lists the benches. */
export function describeBenchOptions(known: readonly string[]): string {
  return `Measure the speed budgets of docs/performance.md on the built program, and compare with the kept figures.

Usage: npm run bench -- [id...] [flags]

Benches: ${known.join(', ')} (default: all)

Flags:
  --rounds <count>  how often each thing is timed (default: 25)
  --json            print JSON, for tools
  --keep            replace the kept figures of the benches that are run
  --no-fail         end with 0 even if a budget is exceeded
  -h, --help        show this page
`;
}
