import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchPlace } from './place.ts';

/** A program to run: its file and its words. */
export interface Program {
  readonly file: string;
  readonly words: readonly string[];
  /** Beside the cleaned environment of the place. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How two programs compare that took turns, so that both met the same machine. Medians. */
export interface Pair {
  /** Of the first one's time to the second one's, in the same round. */
  readonly ratio: number;
  readonly ms: number;
  readonly againstMs: number;
}

/** What one run of a node program took of the machine. */
export interface Usage {
  readonly cpuMs: number;
  readonly peakMiB: number;
}

const WARM_UPS = 3;

/** Runs two programs in turns: A B A B. */
export async function pair(place: BenchPlace, ours: Program, theirs: Program, rounds: number): Promise<Pair> {
  const times: (readonly [number, number])[] = [];
  for (let round = -Math.min(WARM_UPS, rounds); round < rounds; round += 1) {
    const both = [await timed(place, ours), await timed(place, theirs)] as const;
    if (round >= 0) times.push(both);
  }
  return {
    ratio: median(times.map(([own, other]) => own / other)),
    ms: median(times.map(([own]) => own)),
    againstMs: median(times.map(([, other]) => other)),
  };
}

/** What a node program takes of the processor and of memory, all its threads together. Medians. */
export async function usage(place: BenchPlace, program: Program, rounds: number): Promise<Usage> {
  const found: Usage[] = [];
  for (let round = 0; round < rounds; round += 1) found.push(await used(place, program));
  return {
    cpuMs: median(found.map(({ cpuMs }) => cpuMs)),
    peakMiB: median(found.map(({ peakMiB }) => peakMiB)),
  };
}

/** Where a program tells what it used, when it is asked to. */
const REPORT_DESCRIPTOR = 3;

/** Loaded into the program that is measured. Resource usage counts the memory in KiB and the time in microseconds. */
const REPORTER = `
process.on('exit', () => {
  if (!require('node:worker_threads').isMainThread) return;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const report = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMiB: maxRSS / 1024 };
  require('node:fs').writeSync(${REPORT_DESCRIPTOR}, JSON.stringify(report));
});`;

async function used(place: BenchPlace, program: Program): Promise<Usage> {
  const reporter = join(place.folder, 'reporter.cjs');
  writeFileSync(reporter, REPORTER);
  const { report } = await ran(place, {
    ...program,
    env: { ...program.env, NODE_OPTIONS: `--require ${reporter}` },
  });
  return JSON.parse(report) as Usage; // the reporter above wrote it
}

async function timed(place: BenchPlace, program: Program): Promise<number> {
  return (await ran(place, program)).ms;
}

/** Runs a program to its end; what it prints is read, as in a pipe, and thrown away. */
function ran(place: BenchPlace, { file, words, env }: Program): Promise<{ ms: number; report: string }> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, {
      cwd: place.folder,
      env: { ...place.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const [, stdout, stderr, reports] = child.stdio;
    let trouble = '';
    let report = '';
    stdout?.resume();
    stderr?.on('data', (chunk) => (trouble += String(chunk)));
    reports?.on('data', (chunk) => (report += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve({ ms: performance.now() - startedAt, report });
      else reject(new Error(`${[file, ...words].join(' ')} ended with ${code}: ${trouble}`));
    });
  });
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}
