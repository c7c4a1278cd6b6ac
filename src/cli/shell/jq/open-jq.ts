import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { CrierError, createUsageError } from '../../../errors.ts';
import type { JqAnswer, JqQuestion } from './jq-messages.ts';
import { readPerRecord, wrapPerRecord } from './per-record.ts';
import { getWorkerFile } from './worker-file.ts';

/** A compiled jq program. Its values are JSON texts. */
export interface JqProgram {
  /** Runs it on a document. @throws CrierError of kind rejected when it fails */
  run(document: string): Promise<readonly string[]>;
  /**
   * Runs it on each record, one per line. A failure of one does not end the others, and is thrown by `check`.
   */
  runEach(records: string): Promise<readonly string[]>;
  /** @throws CrierError of kind rejected when it failed on a record so far */
  check(): void;
  close(): Promise<void>;
}

/** Options for running a program. */
export interface JqOptions {
  readonly isIndented: boolean;
  /** Prints a line of the program's `debug` or `stderr`. */
  say(line: string): void;
  /** Terminates it. */
  readonly signal: AbortSignal;
}

/** Memory limit of a program, so that it cannot exhaust the machine's memory. */
const MOST_MEMORY_MB = 2_048;

/**
 * Starts jq with a program, in a worker thread, so that an endless program can be interrupted.
 *
 * @throws CrierError of kind usage when the program does not compile
 */
export async function openJq(program: string, { isIndented, say, signal }: JqOptions): Promise<JqProgram> {
  const worker = new Worker(getWorkerFile(), {
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  const mark = randomUUID();
  const faults: string[] = [];
  const ask = async (question: JqQuestion) => {
    const { text, words } = await askWorker(worker, { ...question, json: repairSurrogates(question.json) });
    for (const line of words) if (!isFault(line)) say(line);
    return { text, fault: words.filter(isFault).join('\n') };
  };
  const close = async () => void (await worker.terminate());
  signal.addEventListener('abort', close, { once: true });
  const { text, fault } = await ask({ program, json: '', isIndented }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  if (text === null) {
    await close();
    throw createUsageError(`--jq does not compile: ${formatCompileError(fault)}`, HELP);
  }
  return {
    async run(json) {
      const { text, fault } = await ask({ program, json, isIndented });
      if (text !== null) return splitValues(text);
      throw createJqError([formatRunError(fault)]);
    },
    check() {
      if (faults.length > 0) throw createJqError(faults);
    },
    async runEach(json) {
      const { text, fault } = await ask({ program: wrapPerRecord(program, mark), json, isIndented: false });
      if (text === null) throw createJqError([formatRunError(fault)]);
      const read = readPerRecord(splitValues(text), mark);
      faults.push(...read.faults);
      return read.values;
    },
    close,
  };
}

const HELP = 'run the command without --jq to see the input; "crier help output" has examples';

/** Maximum number of different faults in an error. */
const MOST_TOLD = 3;

/** The error of a failed program. @param faults the fault of each document or record */
function createJqError(faults: readonly string[]): CrierError {
  const different = [...new Set(faults)];
  const [told, rest] = [different.slice(0, MOST_TOLD), different.length - MOST_TOLD];
  const often = faults.length > 1 ? ` for ${faults.length} records` : '';
  const more = rest > 0 ? `; and ${rest} more errors` : '';
  return new CrierError('rejected', `--jq failed${often}: ${told.join('; ')}${more}`, { advice: HELP });
}

function isFault(line: string): boolean {
  return line.startsWith('jq: ');
}

/** Sends one request and awaits its response; there is only one at a time. */
async function askWorker(worker: Worker, question: JqQuestion): Promise<JqAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<JqAnswer>();
  const ended = (code: number) => reject(createJqEndedError(`it ended with ${code}`));
  const broke = (error: Error) => reject(createJqEndedError(error.message));
  worker.once('message', resolve).once('error', broke).once('exit', ended);
  worker.postMessage(question);
  try {
    return await promise;
  } finally {
    worker.off('message', resolve).off('error', broke).off('exit', ended);
  }
}

function createJqEndedError(words: string): CrierError {
  const advice = 'its values have to fit in memory; with -o ndjson it runs on one record at a time';
  return new CrierError('rejected', `--jq did not finish: ${words}`, { advice });
}

/** An escape in JSON: a surrogate pair, a lone surrogate, or any other. */
const ESCAPE = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(ud[89a-f][0-9a-f]{2})|.)/g;

/** Replaces lone surrogates by U+FFFD: one of them would make jq refuse the whole document. */
function repairSurrogates(json: string): string {
  return json.replace(ESCAPE, (written, half?: string) => (half === undefined ? written : '\\ufffd'));
}

/** Keeps only the message of a compile error, without jq's context lines and position. */
function formatCompileError(words: string): string {
  const [first = ''] = words.split('\n');
  return first
    .replace(/^jq: error: /, '')
    .replace(/ at <top-level>.*$/, '')
    .replace(/ \(Unix shell quoting issues\?\)/, '; is it in single quotes?');
}

function formatRunError(words: string): string {
  const told = words.replaceAll(/^jq: error(?: \(at [^)]*\))?: /gm, '').replaceAll(/\s*\n\s*/g, '; ');
  return told === '' ? 'it ended without an error message' : told;
}

/**
 * Splits the output of jq into values: each starts in the first column; continuation lines are indented or
 * start with a closing bracket.
 */
function splitValues(text: string): readonly string[] {
  return text
    .replace(/\n$/, '')
    .split(/\n(?=[^ \]}])/)
    .filter((value) => value !== '');
}
