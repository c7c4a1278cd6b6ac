// Runs command lines one after the other by the built program in this process, since starts are dear: each gets the
// next message of the parent, and answers with its output and exit code.
import { createRequire } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { getEmbeddedFiles } from '../../../src/process/embedded-files.ts';

/** A command line, and where it runs. */
export interface BuiltLine {
  readonly words: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
}

/** What a command line printed, and how it ended. */
export interface BuiltRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface BuiltProgram {
  main(): Promise<void>;
}

/** A single executable loads this file before it starts, and then has the program inside of it. */
function loadProgram(): BuiltProgram {
  const embedded = getEmbeddedFiles();
  if (embedded !== undefined) return embedded.load('main.cjs') as BuiltProgram;
  return createRequire(import.meta.url)(file) as BuiltProgram;
}

const [, , file = ''] = process.argv;
process.on('message', (line: BuiltLine) => void runLine(line).then((run) => process.send?.(run)));

async function runLine({ words, folder, env, stdin }: BuiltLine): Promise<BuiltRun> {
  const { main } = loadProgram();
  process.chdir(folder);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, file, ...words];
  process.exitCode = undefined;
  const printed = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof printed) =>
    new Writable({
      write(chunk, _encoding, done) {
        printed[name] += String(chunk);
        done();
      },
    });
  replace('stdout', collect('stdout'));
  replace('stderr', collect('stderr'));
  replace('stdin', Readable.from([Buffer.from(stdin)], { objectMode: false }));
  const ended = new Promise<number>((resolve) => replace('exit', resolve));
  replace('execve', undefined); // it would end this process
  const [code] = await Promise.all([ended, main()]);
  for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException']) process.removeAllListeners(event);
  return { code, signal: null, ...printed };
}

function replace(name: 'stdout' | 'stderr' | 'stdin' | 'exit' | 'execve', value: unknown): void {
  Object.defineProperty(process, name, { value, configurable: true });
}
