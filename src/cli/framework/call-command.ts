import { type CrierError, createUsageError } from '../../errors.ts';
import { checkInputSize } from '../../storage/input-limits.ts';
import type { InputStream, OutputStream, World } from '../../world.ts';
import { describeCommand, listFlags } from './argv/describe-command.ts';
import type { CalledCommand, CommandCall } from './command/called-command.ts';
import { type Command, type CommandEntry, isSamePath } from './command/command.ts';
import type { FlagFacts } from './input/flags/describe-schema.ts';
import { toErrorDocument } from './output/failures.ts';
import type { PreparedCommand } from './prepare-command.ts';
import type { RunHost } from './terminal/run-host.ts';

/** Flags of the caller that hold for what it calls, too: those that choose the service, and how it is reached. */
const INHERITED = [
  ...['context', 'sandbox', 'profile', 'baseUrl', 'apiKeyFile', 'keyCommand', 'profileKeyFile'],
  ...['timeout', 'retries', 'maxWait', 'caFile', 'insecureSkipTlsVerify', 'tz', 'traceFile'],
] as const;

/** What would change the output, or answer a question that a person has to answer. */
const DROPPED_VARIABLES = [
  ...['CRIER_YES', 'CRIER_OUTPUT', 'CRIER_QUIET', 'CRIER_VERBOSE', 'CRIER_COLOR', 'FORCE_COLOR'],
  ...['CLICOLOR_FORCE', 'PAGER'],
];

/** So wide that no sentence is wrapped. */
const WIDTH = '9999';

interface Caller {
  /** The program, passed in to avoid an import cycle. */
  run(world: World, host: RunHost): Promise<number>;
  commands: readonly CommandEntry[];
  world: World;
  caller: Pick<PreparedCommand, 'flags' | 'typed'>;
}

/**
 * Runs another command in this process, as a command line would: with the same checks, settings, rules and
 * errors. Nothing is printed, no prompt is shown, and no file is read that the call names.
 */
export async function callCommand(
  call: CommandCall,
  { run, commands, world, caller }: Caller,
): Promise<CalledCommand> {
  const command = await commands.find(({ path }) => isSamePath(path, call.path))?.load();
  if (command === undefined) throw new Error(`there is no command "${call.path.join(' ')}"`);
  const inherited = call.world === undefined ? listInherited(caller) : {};
  const printsText = call.printsText === true;
  const input = { ...inherited, ...call.input, json: !printsText, noInput: true };
  const [stdout, stderr] = [captureText(), captureText()];
  let failed: CrierError | null = null;
  const exitCode = await run(
    {
      ...createQuietWorld({ ...world, ...call.world }, call),
      words: [...call.path, ...toWords(command, input)],
      stdout: stdout.sink,
      stderr: stderr.sink,
    },
    {
      writes: call.writes,
      confirm: call.confirm,
      keptReads: call.keptReads,
      onFailure: (error) => {
        failed = error;
      },
    },
  );
  const printed = stdout.text();
  return {
    exitCode,
    document: printsText || printed === '' ? null : parseJson(printed),
    text: printsText ? printed : '',
    notes: stderr.text().replaceAll('\n  ', ' ').split('\n').filter(Boolean),
    failure: failed === null ? null : toErrorDocument(failed),
  };
}

function listInherited({ flags, typed }: Pick<PreparedCommand, 'flags' | 'typed'>): Record<string, unknown> {
  const { context, ...chosen } = Object.fromEntries(
    INHERITED.filter((key) => typed.has(key)).map((key) => [key, flags[key]]),
  );
  return chosen['sandbox'] === true ? chosen : { context, ...chosen };
}

function createQuietWorld(world: World, { stdin = '', signal, sandbox }: CommandCall): World {
  const dropped = Object.fromEntries(DROPPED_VARIABLES.map((name) => [name, undefined]));
  return {
    ...world,
    env: { ...world.env, ...dropped, COLUMNS: WIDTH, CRIER_UPDATE_NOTICE: 'off' },
    ...sandbox,
    stdin: createTextInput(stdin),
    signal: signal === undefined ? world.signal : AbortSignal.any([world.signal, signal]),
  };
}

function createTextInput(text: string): InputStream {
  return {
    isTerminal: false,
    async readBytes(kind) {
      const bytes = new TextEncoder().encode(text);
      checkInputSize(bytes.length, { name: 'standard input', kind });
      return bytes;
    },
    readLine: async () => null,
    async *readLines() {
      yield* text.split('\n');
    },
  };
}

/** Writes values as the words that the program parses: whatever they contain, none becomes another flag or argument. */
function toWords(command: Command, input: Readonly<Record<string, unknown>>): readonly string[] {
  const facts = describeCommand(command);
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== false);
  const flags = listFlags(facts);
  const words: string[] = [];
  for (const [key, value] of given) {
    if (facts.positional.some((each) => each.key === key)) continue;
    const flag = flags.find((each) => each.key === key);
    if (flag !== undefined) words.push(...[value].flat().map((each) => toFlagWord(flag, each)));
    // shared flags that it does not have, such as those of a service, do not apply to it
    else if (!(INHERITED as readonly string[]).includes(key)) throw new Error(`unknown value "${key}"`);
  }
  return [...words, '--', ...facts.positional.flatMap(({ key }) => [input[key] ?? []].flat().map(String))];
}

function toFlagWord({ name, kind, syntax }: FlagFacts, value: unknown): string {
  if (kind === 'boolean') return name;
  const text = String(value);
  // a text, and never the name of a file
  return `${name}=${syntax.readsFile === true && text.startsWith('@') ? `@${text}` : text}`;
}

function captureText(): { sink: OutputStream; text(): string } {
  const chunks: string[] = [];
  return {
    sink: {
      isTerminal: false,
      isEmptyFile: false,
      columns: undefined,
      write: async (chunk) =>
        void chunks.push(typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)),
    },
    text: () => chunks.join(''),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw createUsageError('the command prints no JSON document');
  }
}
