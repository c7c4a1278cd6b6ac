// What the worker that runs the tests, and the process that drives it, tell each other: lines of a file, so that a
// worker that hangs or ends loses nothing.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';

const JournalLine = z.union([
  /** A worker runs a mutant, which has a result by then: a multiple of the time without it. */
  z.object({ started: z.string(), pid: z.number(), limitMs: z.number() }),
  z.object({ mutant: z.string(), outcome: z.enum(['killed', 'survived', 'timeout']), by: z.string() }),
  /** Mutants of code that runs once, when this test file is loaded: each needs modules of its own. */
  z.object({ file: z.string(), loads: z.array(z.string()), reaches: z.array(z.string()), ms: z.number() }),
  /** A test failed without a mutant, perhaps by what one before it left behind. */
  z.object({ broken: z.string(), message: z.string(), after: z.string().optional() }),
]);
export type JournalLine = z.infer<typeof JournalLine>;

/** What the worker does next: runs a file with all mutants that its tests reach, or with each of these from its loading on. */
const Order = z.object({
  decided: z.array(z.string()),
  only: z.array(z.string()),
  /** How long the file takes without a mutant; 0 when not known yet. */
  fileMs: z.number(),
});
export type MutationOrder = z.infer<typeof Order>;

/** The folder of the journal, which the worker gets by its environment. */
export const JOURNAL_VARIABLE = 'CRIER_MUTATION_JOURNAL';

const journal = () => `${process.env[JOURNAL_VARIABLE]}.jsonl`;
const order = () => `${process.env[JOURNAL_VARIABLE]}.order.json`;

export function clearJournal(): void {
  writeFileSync(journal(), '');
}

export function addToJournal(line: JournalLine): void {
  appendFileSync(journal(), `${JSON.stringify(line)}\n`);
}

export function readJournal(): JournalLine[] {
  return readFileSync(journal(), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JournalLine.parse(JSON.parse(line)));
}

/** The line that was written last, and how long the journal is: the lines before it are not parsed. */
export function readLastLine(): { characters: number; line: JournalLine | undefined } {
  const text = readFileSync(journal(), 'utf8').trimEnd();
  const last = text.slice(text.lastIndexOf('\n') + 1);
  return { characters: text.length, line: last === '' ? undefined : JournalLine.parse(JSON.parse(last)) };
}

export function giveOrder(next: MutationOrder): void {
  writeFileSync(order(), JSON.stringify(next));
}

export function readOrder(): MutationOrder {
  return Order.parse(JSON.parse(readFileSync(order(), 'utf8')));
}

/** Mutants that left something behind: each needs modules of its own. */
export const listLeaving = () =>
  readJournal().flatMap((line) => ('broken' in line && line.after !== undefined ? [line.after] : []));

/** Mutants that a test noticed. */
export const listDecided = () =>
  new Set(
    readJournal().flatMap((line) => ('mutant' in line && line.outcome !== 'survived' ? [line.mutant] : [])),
  );
