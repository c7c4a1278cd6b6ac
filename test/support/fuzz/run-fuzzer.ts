import { Worker } from 'node:worker_threads';

/** What a thread of the fuzzer does. */
export interface FuzzJob {
  readonly target: string;
  readonly seed: number;
  readonly seconds: number;
  /** Inputs that are run first. */
  readonly corpus: readonly string[];
  /** Whether it returns the smallest corpus that covers what was covered. */
  readonly keeps: boolean;
  /** Whether it ends with the first fault. */
  readonly stops?: boolean;
  /** What the thread may keep in memory (default: `MAX_MEMORY_MB`); a planted fault fills it before its time is over. */
  readonly memoryMb?: number;
  /** Two counters and the input that is run, so that it is known when the thread is ended. */
  readonly shared: SharedArrayBuffer;
}

export type FuzzMessage =
  | { readonly kind: 'fault'; readonly input: string; readonly error: string }
  | {
      readonly kind: 'end';
      readonly runs: number;
      readonly code: readonly [before: number, after: number];
      readonly corpus: number;
      readonly minimal: readonly string[];
    };

/** An input for which a reader fails, and how. */
export interface FuzzFault {
  readonly input: string;
  readonly error: string;
}

export interface FuzzResult {
  readonly runs: number;
  /** Characters of code that were reached at the start, by the corpus, and at the end. */
  readonly code: readonly [before: number, after: number];
  readonly corpus: number;
  readonly minimal: readonly string[];
  readonly faults: readonly FuzzFault[];
}

/** Processor time that one input may take. */
const MAX_INPUT_MS = 1_000;
/** An input has at most 20,000 characters; what is needed to read one is far less. */
const MAX_MEMORY_MB = 512;
const SHARED_BYTES = 8 + 2 * 64 * 1024;
const LOOK_EVERY_MS = 200;

/** A thread that was ended does not say what it has done. */
const NOTHING_MORE = { runs: 0, code: [0, 0] as const, corpus: 0, minimal: [] };

/** Runs a reader on inputs that are made from those which reached new code, for some seconds. */
export async function runFuzzer(job: Omit<FuzzJob, 'shared'>): Promise<FuzzResult> {
  const shared = new SharedArrayBuffer(SHARED_BYTES);
  const progress = new Int32Array(shared, 0, 2);
  const worker = new Worker(new URL('fuzz-worker.ts', import.meta.url), {
    workerData: { ...job, shared } satisfies FuzzJob,
    resourceLimits: { maxOldGenerationSizeMb: job.memoryMb ?? MAX_MEMORY_MB },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const faults = new Map<string, FuzzFault>();
  const { promise, resolve, reject } = Promise.withResolvers<Omit<FuzzResult, 'faults'>>();
  const readCurrent = () => Buffer.from(shared, 8, Atomics.load(progress, 1)).toString('utf16le');
  const addFault = (fault: FuzzFault) => {
    // one for each place in which it fails
    const key =
      fault.error
        .split('\n')
        .filter((line) => line.includes(' at '))
        .slice(0, 2)
        .join('') || fault.error;
    if (!faults.has(key)) faults.set(key, fault);
    if (job.stops === true) resolve(NOTHING_MORE);
  };
  worker.on('message', (message: FuzzMessage) => {
    if (message.kind === 'fault') addFault(message);
    else resolve(message);
  });
  worker.once('error', (error: NodeJS.ErrnoException) => {
    if (Atomics.load(progress, 0) === 0) return reject(error);
    addFault({ input: readCurrent(), error: `${error.code ?? ''} ${error.stack ?? error}`.trim() });
    resolve(NOTHING_MORE);
  });
  worker.once('exit', (code) => reject(new Error(`the fuzzer of ${job.target} ended with ${code}`)));
  let [last, since] = [-1, process.cpuUsage()];
  const timer = setInterval(() => {
    const now = Atomics.load(progress, 0);
    if (now !== last || now % 2 === 0) [last, since] = [now, process.cpuUsage()];
    const { user, system } = process.cpuUsage(since);
    if ((user + system) / 1_000 <= MAX_INPUT_MS) return;
    addFault({ input: readCurrent(), error: `it takes more than ${MAX_INPUT_MS} ms` });
    resolve(NOTHING_MORE);
  }, LOOK_EVERY_MS);
  try {
    const ended = await promise;
    return { ...ended, faults: [...faults.values()] };
  } finally {
    clearInterval(timer);
    worker.removeAllListeners('exit');
    await worker.terminate();
  }
}
