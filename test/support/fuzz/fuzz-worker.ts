import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createSeenCode, openCoverage } from './coverage.ts';
import { type FuzzTarget, toBytes } from './fuzz-target.ts';
import { mutate } from './mutate.ts';
import { createFuzzRandom } from './random.ts';
import type { FuzzJob, FuzzMessage } from './run-fuzzer.ts';
import { PLANTED } from './targets/planted.ts';
import { TARGETS } from './targets/targets.ts';

// The thread in which a reader runs. Its parent ends it when an input takes too long or too much memory, and learns
// that input from the shared memory.

const job = workerData as FuzzJob;
const progress = new Int32Array(job.shared, 0, 2);
const current = Buffer.from(job.shared, 8);
const DEFAULT_LENGTH = 2_000;
/** Most inputs that run between two looks at the coverage, which takes longer than most readers. */
const MOST_IN_BATCH = 256;
const LEAST_IN_BATCH = 4;
/** A longer batch is made smaller: the coverage says nothing about a single input of it. */
const LONG_BATCH_MS = 200;

const send = (message: FuzzMessage) => parentPort?.postMessage(message);
const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

let rejection: unknown = null;
process.on('unhandledRejection', (reason) => {
  rejection = reason;
});

const target = (await TARGETS[job.target]?.()) ?? PLANTED[job.target];
if (target === undefined) throw new Error(`no target ${job.target}`);
await fuzz(target);

async function fuzz({ run, seeds, tokens = [], isBytes = false, maxLength = DEFAULT_LENGTH }: FuzzTarget) {
  const random = createFuzzRandom(job.seed);
  const seen = createSeenCode();
  const corpus: string[] = [];
  let runs = 0;

  const execute = async (input: string) => {
    Atomics.store(progress, 1, current.write(input, 'utf16le'));
    Atomics.add(progress, 0, 1);
    try {
      const running = run(input);
      if (running !== undefined) await running;
    } catch (error) {
      send({ kind: 'fault', input, error: describe(error) });
    }
    Atomics.add(progress, 0, 1);
    runs += 1;
  };

  const coverage = openCoverage();
  /** Runs each by itself, and keeps those that reach new code. */
  const keepNew = async (inputs: readonly string[]) => {
    for (const input of inputs) {
      await execute(input);
      if (seen.add(coverage.take())) corpus.push(input);
      // rejections that nothing awaits are reported between two turns of the event loop
      await setImmediate();
      if (rejection !== null) send({ kind: 'fault', input, error: describe(rejection) });
      rejection = null;
    }
  };

  await execute(''); // loads what is loaded on the first use
  await keepNew([...job.corpus, ...seeds, '']);
  const before = seen.measure();
  const until = performance.now() + job.seconds * 1_000;
  const material = { tokens, corpus, isBytes, maxLength };
  for (let size = LEAST_IN_BATCH; performance.now() < until; ) {
    const parents = Array.from({ length: size }, () =>
      // the newest ones have been tried least
      String(
        random.once(3) ? corpus.at(-1 - random.below(Math.min(16, corpus.length))) : random.pick(corpus),
      ),
    );
    const mutants = parents.map((input) => mutate(input, material, random));
    const batch = isBytes ? mutants.map((input) => toBytes(input).toString('latin1')) : mutants;
    const start = performance.now();
    for (const input of batch) await execute(input);
    const end = performance.now();
    const covered = coverage.take();
    await setImmediate();
    if (!seen.hasAll(covered) || rejection !== null) {
      rejection = null;
      await keepNew(batch);
    }
    seen.add(covered);
    // as long for running as for looking
    if (performance.now() - end > end - start) size = Math.min(MOST_IN_BATCH, size * 2);
    if (end - start > LONG_BATCH_MS) size = Math.max(LEAST_IN_BATCH, size >> 1);
  }
  const minimal = job.keeps ? await minimize(corpus) : [];
  send({ kind: 'end', runs, code: [before, seen.measure()], corpus: corpus.length, minimal });

  /** The shortest inputs that reach the same code together. */
  async function minimize(inputs: readonly string[]): Promise<readonly string[]> {
    const reached = createSeenCode();
    const kept: string[] = [];
    await execute('');
    coverage.take();
    for (const input of inputs.toSorted((one, other) => one.length - other.length)) {
      await execute(input);
      if (reached.add(coverage.take())) kept.push(input);
    }
    return kept;
  }
}
