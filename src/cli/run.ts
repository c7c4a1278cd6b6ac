import { readFile } from 'node:fs/promises';
import { CrierError, EXIT, type FailureKind, usageError } from '../errors.ts';
import type { CommandPath } from './command.ts';
import { COMMANDS, TOPICS } from './command-list.ts';
import { createContext } from './context.ts';
import { describeSet } from './describe-flags.ts';
import { fieldNames } from './field-names.ts';
import { EVERY, REMOTE } from './flags.ts';
import { helpPage } from './help.ts';
import { type Output, openOutput } from './output.ts';
import { type OutputSettings, settingsFromWords } from './output-settings.ts';
import { performer } from './perform.ts';
import { type Prepared, prepare } from './prepare.ts';
import { boldHeads, RENDERED_WIDTH } from './quick-answer.ts';
import { projectView } from './render/fields.ts';
import { type Names, resolve } from './resolve.ts';
import { ClosedPipe, type World } from './world.ts';

type Ending = () => void | Promise<void>;

/**
 * Runs one command line from its words to its exit code. Everything that goes wrong ends here: a typed error as its
 * kind, anything else as a defect.
 */
export async function run(world: World): Promise<number> {
  const endings: Ending[] = [];
  let output = openOutput(world, settingsFromWords(world.words, world));
  try {
    const resolved = resolve(world.words, names());
    if (resolved.kind === 'version') await output.page(`${world.version}\n`);
    if (resolved.kind === 'help') await output.page(await help(resolved.path, world, output.settings));
    if (resolved.kind !== 'command') return EXIT.ok.code;
    const prepared = await prepare(resolved.entry, resolved.words, world);
    output = openOutput(world, prepared.settings);
    return await execute(prepared, output, world, endings);
  } catch (error) {
    return await endBadly(error, output, world.signal);
  } finally {
    for (const close of endings.reverse()) await close();
  }
}

async function help(path: CommandPath, world: World, settings: OutputSettings): Promise<string> {
  const page = await helpPage(path, world.stdout.columns ?? RENDERED_WIDTH);
  return settings.stdoutColor > 0 ? boldHeads(page) : page;
}

async function execute(prepared: Prepared, output: Output, world: World, endings: Ending[]): Promise<number> {
  const { command, flags, input, settings } = prepared;
  const context = createContext({
    world,
    flags,
    output,
    readFile: (file) => readText(file, world),
    perform: performer(run, world, settings),
    onEnd: (close) => endings.push(close),
  });
  const { view, raw, notes, failure } = await interruptible(command.run(input, context), world.signal);
  const shown =
    flags.fields === undefined
      ? view
      : projectView(view, splitFields(flags.fields), fieldNames(command.output, command.records));
  await output.result({ view: shown, ...(raw === undefined ? {} : { raw }) });
  for (const note of notes ?? []) await output.note(note);
  if (failure === undefined) return EXIT.ok.code;
  await output.failure(failure);
  return EXIT[failure.kind].code;
}

function splitFields(fields: string): readonly string[] {
  const names = fields.split(',').map((field) => field.trim());
  if (names.includes('')) throw usageError(`--fields "${fields}" has an empty name in it`);
  return names;
}

/** A command that is busy when the program is told to end does not keep it. */
async function interruptible<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function endBadly(error: unknown, output: Output, signal: AbortSignal): Promise<number> {
  if (error instanceof ClosedPipe) return EXIT.ok.code;
  const failure = asFailure(error, signal);
  try {
    await output.failure(failure);
  } catch (closed) {
    if (!(closed instanceof ClosedPipe)) throw closed;
  }
  return EXIT[failure.kind].code;
}

function asFailure(error: unknown, signal: AbortSignal): CrierError {
  if (signal.aborted) {
    const kind: FailureKind = signal.reason === 'terminated' ? 'terminated' : 'interrupted';
    return new CrierError(kind, kind === 'terminated' ? 'told to end' : 'interrupted');
  }
  if (error instanceof CrierError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new CrierError('internal', `a defect of crier: ${message}`, {
    advice: 'please report it, with the command and what --verbose prints',
    cause: error,
  });
}

async function readText(file: string, world: World): Promise<string> {
  if (file === '-') return world.stdin.readAll();
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // what node's file functions throw
    throw usageError(`cannot read ${file}: ${code === 'ENOENT' ? 'there is no such file' : code}`);
  }
}

function names(): Names {
  const valued = [...describeSet(EVERY), ...describeSet(REMOTE)].filter((flag) => flag.kind !== 'boolean');
  const shorts = valued.flatMap(({ writing }) => (writing.short === undefined ? [] : [`-${writing.short}`]));
  return {
    commands: COMMANDS,
    topics: TOPICS.map((topic) => topic.name),
    valueFlags: new Set([...valued.map((flag) => flag.name), ...shorts]),
  };
}
