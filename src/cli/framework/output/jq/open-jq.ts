import { randomUUID } from 'node:crypto';
import { isNestedTooDeep } from '../../../../domain/json/bounded-json.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import type { Thread, World } from '../../../../world.ts';
import { getWorkerFile } from '../built-parts.ts';

/** Memory limit of a program, so that it cannot exhaust the machine's memory. */
const MOST_MEMORY_MB = 2_048;

/**
 * Starts jq with a program, in a worker thread, so that an endless program can be interrupted.
 *
 * @param options `say` prints a line of the program's `debug` or `stderr`, and `signal` terminates it
 * @throws CrierError of kind usage when the program does not compile
 */
export async function openJq(
  program: string,
  {
    isIndented,
    say,
    signal,
    startThread,
  }: { isIndented: boolean; say(line: string): void; signal: AbortSignal; startThread: World['startThread'] },
) {
  const worker = await startThread(getWorkerFile(), MOST_MEMORY_MB);
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
    /** Runs it on a document. @throws CrierError of kind rejected when it fails */
    async run(json: string): Promise<readonly string[]> {
      if (isNestedTooDeep(json, MOST_LEVELS)) throw createJqError([TOO_DEEP]);
      const { text, fault } = await ask({ program, json, isIndented });
      if (text !== null) return splitValues(text);
      throw createJqError([formatRunError(fault)]);
    },
    /** @throws CrierError of kind rejected when it failed on a record so far */
    check() {
      if (faults.length > 0) throw createJqError(faults);
    },
    /**
     * Runs it on each record, one per line. A failure of one does not end the others, and is thrown by `check`.
     */
    async runEach(lines: string): Promise<readonly string[]> {
      const json = isNestedTooDeep(lines, MOST_LEVELS) ? removeDeepRecords(lines, faults) : lines;
      const { text, fault } = await ask({ program: wrapPerRecord(program, mark), json, isIndented: false });
      if (text === null) throw createJqError([formatRunError(fault)]);
      const read = readPerRecord(splitValues(text), mark);
      for (const each of read.faults) faults.push(each);
      return read.values;
    },
    close,
  };
}

/**
 * The stack of the WebAssembly of jq is small, and not checked: from about 45 levels on, some programs overwrite its
 * memory, and then fail without a message or never end.
 */
const MOST_LEVELS = 32;

const TOO_DEEP = `the input is nested more than ${MOST_LEVELS} deep`;

/** @param faults gets one for each that is removed */
function removeDeepRecords(lines: string, faults: string[]): string {
  const all = lines.split('\n');
  const usable = all.filter((line) => !isNestedTooDeep(line, MOST_LEVELS));
  for (let deep = all.length - usable.length; deep > 0; deep -= 1) faults.push(TOO_DEEP);
  return usable.join('\n');
}

const HELP = 'run the command without --jq to see the input; "crier help output" has examples';

/** Maximum number of different faults in an error. */
const MOST_REPORTED = 3;

/** The error of a failed program. @param faults the fault of each document or record */
function createJqError(faults: readonly string[]): CrierError {
  const different = [...new Set(faults)];
  const [reported, rest] = [different.slice(0, MOST_REPORTED), different.length - MOST_REPORTED];
  const often = faults.length > 1 ? ` for ${faults.length} records` : '';
  const more = rest > 0 ? `; and ${rest} more errors` : '';
  return new CrierError('rejected', `--jq failed${often}: ${reported.join('; ')}${more}`, { advice: HELP });
}

function isFault(line: string): boolean {
  return line.startsWith('jq: ');
}

/** Sends one request and awaits its response; there is only one at a time. */
async function askWorker(worker: Thread, question: JqQuestion): Promise<JqAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<JqAnswer>();
  const answered = (answer: unknown) => resolve(answer as JqAnswer); // our own script posts it
  const ended = (code: unknown) => reject(createJqEndedError(`it ended with ${code}`));
  const broke = (error: unknown) => reject(createJqEndedError((error as Error).message)); // as Node.js gives it
  worker.once('message', answered).once('error', broke).once('exit', ended);
  worker.postMessage(question);
  try {
    return await promise;
  } finally {
    worker.off('message', answered).off('error', broke).off('exit', ended);
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
  const reported = words.replaceAll(/^jq: error(?: \(at [^)]*\))?: /gm, '').replaceAll(/\s*\n\s*/g, '; ');
  return reported === '' ? 'it ended without an error message' : reported;
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

/**
 * Wraps a program so that it continues with the next record when it fails on one, and reports the fault among
 * its values. It only sees a single record, and has no further input, so that results do not depend on
 * batching.
 *
 * @param mark a key that no record has
 */
function wrapPerRecord(program: string, mark: string): string {
  return [
    'def input: error("there is one record at a time");',
    'def inputs: empty;',
    'def halt: error("halt is for whole documents");',
    'def halt_error: error; def halt_error($code): error;',
    `try (${program}\n) catch {${JSON.stringify(mark)}: (if type == "string" then . else tojson end)}`,
  ].join('\n');
}

/** Separates the values of such a program, a JSON text for each, from its faults. */
function readPerRecord(lines: readonly string[], mark: string) {
  const begins = `{${JSON.stringify(mark)}:`;
  const isFault = (line: string) => line.startsWith(begins);
  return {
    values: lines.filter((line) => !isFault(line)),
    faults: lines.filter(isFault).map((line) => String(JSON.parse(line.slice(begins.length, -1)))),
  };
}

/** A request to a jq worker: run a program over JSON texts; empty text only compiles it. */
export interface JqQuestion {
  program: string;
  json: string;
  /** Indents values by two; else each value is on one line. */
  isIndented: boolean;
}

/** The worker's response. */
export interface JqAnswer {
  /** The output of jq; null when it failed, or the program does not compile. */
  readonly text: string | null;
  /** Lines of stderr: an error, or output of `debug`. */
  readonly words: readonly string[];
}
