import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { CrierError, createUsageError } from '../../errors.ts';
import type { JqAnswer, JqQuestion } from './jq-messages.ts';
import { readPerRecord, wrapPerRecord } from './per-record.ts';
import { getWorkerFile } from './worker-file.ts';

/** A jq program that compiles, ready to run. Its values are JSON texts. */
export interface JqProgram {
  /** Runs it over a document. @throws CrierError of kind rejected when it fails */
  run(document: string): Promise<readonly string[]>;
  /** Runs it over each of some records, a line each. What fails for one does not end the others, and is told by `check`. */
  runEach(records: string): Promise<readonly string[]>;
  /** @throws CrierError of kind rejected when it failed over a record so far */
  check(): void;
  close(): Promise<void>;
}

/** How a program is run. */
export interface JqOptions {
  readonly isIndented: boolean;
  /** Takes a line that the program says of itself: by `debug` or `stderr`. */
  say(line: string): void;
  /** Ends it, whatever it is at. */
  readonly signal: AbortSignal;
}

/** A program that makes more than fits in here is ended; the machine is not. */
const MOST_MEMORY_MB = 2_048;

/**
 * Starts jq with a program. It runs in a thread of its own, so that a program without an end can be interrupted.
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
    throw createUsageError(`--jq cannot be read: ${formatCompileError(fault)}`, HELP);
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

const HELP = 'run it without --jq to see what it is given; "crier help output" has examples';

/** So many different faults are told. */
const MOST_TOLD = 3;

/** A program that failed. @param faults what with, for each document or record over which it did */
function createJqError(faults: readonly string[]): CrierError {
  const different = [...new Set(faults)];
  const [told, rest] = [different.slice(0, MOST_TOLD), different.length - MOST_TOLD];
  const often = faults.length > 1 ? ` for ${faults.length} records` : '';
  const more = rest > 0 ? `; and ${rest} other faults` : '';
  return new CrierError('rejected', `--jq failed${often}: ${told.join('; ')}${more}`, { advice: HELP });
}

function isFault(line: string): boolean {
  return line.startsWith('jq: ');
}

/** One question at a time: the next is asked when this one is answered. */
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
  const advice = 'what it makes has to fit in memory; with -o ndjson it is given one record at a time';
  return new CrierError('rejected', `--jq did not come to an end: ${words}`, { advice });
}

/** An escape in JSON: a pair of surrogates, half of one, or anything else. */
const ESCAPE = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(ud[89a-f][0-9a-f]{2})|.)/g;

/** Half of a surrogate pair in one stranger's text would make jq refuse the whole document: it becomes U+FFFD. */
function repairSurrogates(json: string): string {
  return json.replace(ESCAPE, (written, half?: string) => (half === undefined ? written : '\\ufffd'));
}

/** jq's own lines around the sentence, and its place in a program that stands on one line, help nobody. */
function formatCompileError(words: string): string {
  const [first = ''] = words.split('\n');
  return first
    .replace(/^jq: error: /, '')
    .replace(/ at <top-level>.*$/, '')
    .replace(/ \(Unix shell quoting issues\?\)/, '; is it in single quotes?');
}

function formatRunError(words: string): string {
  const told = words.replaceAll(/^jq: error(?: \(at [^)]*\))?: /gm, '').replaceAll(/\s*\n\s*/g, '; ');
  return told === '' ? 'it ended without a word' : told;
}

/** Values as jq writes them: each begins in the first column, and what goes on or ends one is further in or a bracket. */
function splitValues(text: string): readonly string[] {
  return text
    .replace(/\n$/, '')
    .split(/\n(?=[^ \]}])/)
    .filter((value) => value !== '');
}
