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

/** Where a program works, and which of its files are looked at. */
export interface FailingPlace {
  readonly home: string;
  readonly trace: string;
  readonly files: readonly string[];
}

const listPaths = (files: readonly string[]) => files.flatMap((file) => ['-P', file]);

/** Runs a program without faults. @returns how often it makes each call that may fail, for these files */
export async function countCalls(
  words: readonly string[],
  { home, trace, files }: FailingPlace,
): Promise<CallCounts> {
  await startTraced(words, { home, trace, calls: Object.keys(ERRORS), more: listPaths(files) }).ended;
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

export function formatFault({ call, error, from, isLasting }: DiskFault): string {
  return `${error} at ${call} ${from}${isLasting ? ' and all later ones' : ''}`;
}

/**
 * Starts the built program on a disk that fails.
 *
 * @param files those whose system calls fail; all else works
 */
export function startOnFailingDisk(
  words: readonly string[],
  fault: DiskFault,
  { home, trace, files }: FailingPlace,
): TracedProcess & { hasFailed(): boolean } {
  const { call, error, from, isLasting } = fault;
  const kind = error === 'SIGKILL' ? `signal=${error}` : `error=${error}`;
  const inject = `inject=${call}:${kind}:when=${from}${isLasting ? '+' : ''}`;
  const more = [...listPaths(files), '-e', inject];
  const traced = startTraced(words, { home, trace, calls: [call], more });
  return { ...traced, hasFailed: () => /INJECTED|SIGKILL/.test(readFileSync(trace, 'latin1')) };
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
