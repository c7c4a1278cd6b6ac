import { Worker } from 'node:worker_threads';
import { CrierError, usageError } from '../../errors.ts';
import type { JqAnswer, JqQuestion } from './jq-messages.ts';
import { workerFile } from './worker-file.ts';

/** A jq program that compiles, ready to run. */
export interface Jq {
  /**
   * Runs the program over JSON texts, one after the other.
   *
   * @returns a JSON text for each value that comes out
   * @throws CrierError of kind rejected when the program fails
   */
  run(json: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** How a program is run. */
export interface JqOptions {
  readonly isIndented: boolean;
  /** Takes what the program says of itself: `debug` and `stderr`. */
  say(words: string): void;
  /** Ends it, whatever it is at. */
  readonly signal: AbortSignal;
}

/**
 * Starts jq with a program. It runs in a thread of its own, so that a program without an end can be interrupted.
 *
 * @throws CrierError of kind usage when the program does not compile
 */
export async function openJq(program: string, { isIndented, say, signal }: JqOptions): Promise<Jq> {
  const worker = new Worker(workerFile(), { stdout: true, stderr: true });
  worker.stderr.on('data', (chunk: Buffer) => {
    const [, words] = /^stderr: (.*)/s.exec(chunk.toString('utf8')) ?? [];
    if (words !== undefined) say(words.trim());
  });
  const ask = (json: string) => answerOf(worker, { program, json, isIndented });
  const close = async () => void (await worker.terminate());
  signal.addEventListener('abort', close, { once: true });
  const compiled = await ask('').catch(async (error: unknown) => {
    await close();
    throw error;
  });
  if ('fault' in compiled) {
    await close();
    throw usageError(`--jq cannot be read: ${compileFault(compiled.fault.words)}`, HELP);
  }
  return {
    async run(json) {
      const answer = await ask(wellFormed(json));
      if ('text' in answer) return valuesIn(answer.text);
      throw new CrierError('rejected', `--jq failed: ${runFault(answer.fault.words)}`, { advice: HELP });
    },
    close,
  };
}

const HELP = 'run it without --jq to see what it is given; "crier help output" has examples';

/** One question at a time: the next is asked when this one is answered. */
async function answerOf(worker: Worker, question: JqQuestion): Promise<JqAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<JqAnswer>();
  const ended = (code: number) => reject(outOfBreath(`it ended with ${code}`));
  const broke = (error: Error) => reject(outOfBreath(error.message));
  worker.once('message', resolve).once('error', broke).once('exit', ended);
  worker.postMessage(question);
  try {
    return await promise;
  } finally {
    worker.off('message', resolve).off('error', broke).off('exit', ended);
  }
}

function outOfBreath(words: string): CrierError {
  return new CrierError('rejected', `--jq did not come to an end: ${words}`, { advice: HELP });
}

/** An escape in JSON: a pair of surrogates, half of one, or anything else. */
const ESCAPE = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(ud[89a-f][0-9a-f]{2})|.)/g;

/** Half of a surrogate pair in one stranger's text would make jq refuse the whole document: it becomes U+FFFD. */
function wellFormed(json: string): string {
  return json.replace(ESCAPE, (written, half?: string) => (half === undefined ? written : '\\ufffd'));
}

/** jq's own lines around the sentence, and its place in a program that stands on one line, help nobody. */
function compileFault(words: string): string {
  const [first = ''] = words.split('\n');
  return first
    .replace(/^jq: error: /, '')
    .replace(/ at <top-level>.*$/, '')
    .replace(/ \(Unix shell quoting issues\?\)/, '; is it in single quotes?');
}

function runFault(words: string): string {
  return words.replaceAll(/^jq: error(?: \(at [^)]*\))?: /gm, '').replaceAll(/\s*\n\s*/g, '; ');
}

/** Values as jq writes them: each begins in the first column, and what goes on or ends one is further in or a bracket. */
function valuesIn(text: string): readonly string[] {
  return text
    .replace(/\n$/, '')
    .split(/\n(?=[^ \]}])/)
    .filter((value) => value !== '');
}
