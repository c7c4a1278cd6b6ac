import { readFileSync } from 'node:fs';
import { EXIT } from '../../../src/errors.ts';
import { startTraced, type TracedProcess } from '../power-loss/traced-process.ts';
import type { Choose } from '../terminal/scripted-prompts.ts';

/** How a system call on a file fails. */
export interface DiskFault {
  readonly call: string;
  readonly error: 'EIO' | 'ENOSPC' | 'SIGKILL';
  /** Which of the calls is the first to fail, from 1. */
  readonly from: number;
  /** Whether all later ones fail too. */
  readonly isLasting: boolean;
}

const WRITING = ['EIO', 'ENOSPC', 'SIGKILL'] as const;
const SYNCING = ['EIO', 'SIGKILL'] as const;

const ERRORS: Readonly<Record<string, readonly DiskFault['error'][]>> = {
  pwrite64: WRITING,
  write: WRITING,
  fsync: SYNCING,
  fdatasync: SYNCING,
  pread64: ['EIO'],
  read: ['EIO'],
  openat: WRITING,
  ftruncate: SYNCING,
  rename: WRITING,
  unlink: SYNCING,
  mkdir: ['EIO', 'ENOSPC'],
};

/** How often a program makes each call, by its name. */
export type CallCounts = ReadonlyMap<string, number>;

/** Chooses one of the calls that a program makes. */
export function chooseFault(counts: CallCounts, choose: Choose): DiskFault {
  const [call = '', count = 1] = [...counts][choose(counts.size)] ?? [];
  const errors = ERRORS[call] ?? [];
  const error = errors[choose(errors.length)] ?? 'EIO';
  // early ones, at which files are created and opened, as often as all others
  const from = 1 + choose(choose(2) === 0 ? count : Math.min(count, FEW));
  return { call, error, from, isLasting: error !== 'SIGKILL' && choose(3) === 0 };
}

const FEW = 5;

/** Calls that a program makes only to change files: they may fail for all of them. */
const CHANGING = ['pwrite64', 'fsync', 'fdatasync', 'ftruncate', 'rename', 'unlink', 'mkdir'];

/** Where a program works, and which of its files are looked at. */
export interface FailingPlace {
  readonly home: string;
  readonly trace: string;
  /** Without any, calls fail that change files, whatever their names. */
  readonly files: readonly string[];
  /** How long the program may take (default: as long as a server under load). */
  readonly limitMs?: number;
}

const listPaths = (files: readonly string[]) => files.flatMap((file) => ['-P', file]);

/** Runs a program without faults. @returns how often it makes each call that may fail, for these files */
export async function countCalls(
  words: readonly string[],
  { files, ...place }: FailingPlace,
): Promise<CallCounts> {
  const { trace } = place;
  const calls = files.length === 0 ? CHANGING : Object.keys(ERRORS);
  await startTraced(words, { ...place, calls, more: listPaths(files) }).ended;
  return readCounts(trace);
}

/** The tracer counts the calls of each thread by themselves: the thread that makes most of them is the program's own. */
function readCounts(trace: string): CallCounts {
  const counts = new Map<string, number>();
  for (const [thread = ''] of readFileSync(trace, 'latin1').matchAll(/^\d+ +\w+(?=\()/gm))
    counts.set(thread, (counts.get(thread) ?? 0) + 1);
  const most = new Map<string, number>();
  for (const [thread, count] of counts) {
    const call = thread.replace(/^\d+ +/, '');
    most.set(call, Math.max(most.get(call) ?? 0, count));
  }
  return most;
}

function formatFault({ call, error, from, isLasting }: DiskFault): string {
  return `${error} at ${call} ${from}${isLasting ? ' and all later ones' : ''}`;
}

/**
 * Starts the built program on a disk that fails.
 *
 * @param files those whose system calls fail; all else works, unless there are none
 */
export function startOnFailingDisk(
  words: readonly string[],
  fault: DiskFault,
  { files, ...place }: FailingPlace,
): TracedProcess & { hasFailed(): boolean } {
  const { call, error, from, isLasting } = fault;
  const kind = error === 'SIGKILL' ? `signal=${error}` : `error=${error}`;
  const inject = `inject=${call}:${kind}:when=${from}${isLasting ? '+' : ''}`;
  const more = [...listPaths(files), '-e', inject];
  const traced = startTraced(words, { ...place, calls: [call], more });
  return { ...traced, hasFailed: () => /INJECTED|SIGKILL/.test(readFileSync(place.trace, 'latin1')) };
}

/** Rounds end here, before the limit of their test, which would name none of them. */
const ROUNDS_LIMIT_MS = 600_000;
/** The limit of a test that has rounds. */
export const TEST_LIMIT_MS = 2 * ROUNDS_LIMIT_MS;

/**
 * Has a program meet one fault after the other, until one of them hangs or time is over.
 *
 * @param runOnce @returns what is wrong, a sentence each
 * @returns what is wrong, by the round and its fault; and the number of whole rounds
 */
export async function judgeRounds(
  count: number,
  choose: () => DiskFault,
  runOnce: (fault: DiskFault, round: number) => Promise<readonly string[]>,
): Promise<{ readonly found: readonly string[]; readonly rounds: number; readonly seconds: number }> {
  const found: string[] = [];
  const begun = performance.now();
  let rounds = 0;
  for (; rounds < count && performance.now() - begun < ROUNDS_LIMIT_MS; rounds += 1) {
    const fault = choose();
    const step = `round ${rounds}, ${formatFault(fault)}`;
    try {
      for (const each of await runOnce(fault, rounds)) found.push(`${step}: ${each}`);
    } catch (error) {
      found.push(`${step}: ${error}`);
      break;
    }
  }
  return { found, rounds, seconds: Math.round((performance.now() - begun) / 1_000) };
}

/** How a program ended. */
export interface FaultyEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

const STACK = /^\s+at .+[(:]\S+:\d+/m;
const MEANT: readonly number[] = [EXIT.ok.code, EXIT.usage.code, EXIT.partial.code, EXIT.unavailable.code];

/** What is wrong with the end of a program whose disk failed: it says what and why, in a sentence. */
export function judgeEnd({ code, signal, stderr }: FaultyEnd, fault: DiskFault): readonly string[] {
  if (signal !== null)
    return signal === 'SIGINT' || fault.error === 'SIGKILL' ? [] : [`it was ended by ${signal}: ${stderr}`];
  if (STACK.test(stderr)) return [`it printed a stack: ${stderr}`];
  if (code === null || !MEANT.includes(code)) return [`it ended with ${code}: ${stderr}`];
  const isExplained = /(?:cannot|not read|partial|keeps .+ locked)/.test(stderr);
  return code === EXIT.ok.code || isExplained ? [] : [`${code} without a reason: ${stderr}`];
}
