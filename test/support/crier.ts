import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as z from 'zod';
import { loadDocumentSchema } from '../../src/cli/features/general/commands/schema.ts';
import { registrations } from '../../src/cli/features/registrations.ts';
import type { CommandEntry } from '../../src/cli/framework/command/command.ts';
import { COMMANDS } from '../../src/cli/framework/command/command-list.ts';
import { run } from '../../src/cli/framework/run.ts';
import type { Transport } from '../../src/client/transport.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/open-sandbox.ts';
import type { OutputStream, Prompts, PromptsPlace, TerminalScreen, World } from '../../src/world.ts';
import { stoppedClock } from './clock.ts';
import { fixedBytes } from './fixed-bytes.ts';
import { startFakeListener } from './network/fake-listener.ts';
import { type FakeServer, startFakeServer } from './network/fake-server.ts';
import { startKeptThread } from './processes/kept-threads.ts';
import { holdToDocument } from './sandbox/hold-to-document.ts';
import { openNewSandbox, openSandboxFile } from './sandbox/new-sandbox.ts';

/** What a test may set about the world around a run; everything else is quiet and fixed. */
export interface Around {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string | Uint8Array;
  /** Lines of stdin as they come; without it, those of `stdin`. */
  readonly lines?: AsyncIterable<string>;
  /** What a person types when asked, a line each. */
  readonly typed?: readonly string[];
  /** What answers the prompts that are drawn; without it, a run that opens them fails the test. */
  readonly prompts?: (place: PromptsPlace) => Prompts;
  /** The full screen of the terminal; without it, a run that opens one fails the test. */
  readonly screen?: () => TerminalScreen;
  /** Where it is started; without it, a folder that is not there. */
  readonly folder?: string;
  readonly isTerminal?: boolean;
  /** Streams that are no terminal, although the others are. */
  readonly piped?: readonly ('stdin' | 'stdout' | 'stderr')[];
  readonly columns?: number;
  /** Height of the terminal; without it, nothing is too long for it. */
  readonly rows?: number;
  /** Whether output goes to a new file; without it, to a pipe. */
  readonly isEmptyFile?: boolean;
  /** The way to services on the network; without it, any use of the network fails the test. */
  readonly network?: Transport;
  /** The way to addresses that users give; without it, nothing leaves, and what has to fails the test. */
  readonly outbound?: World['openOutbound'];
  /** The keyring of the operating system; without it, there is none. */
  readonly keyring?: World['askKeyring'];
  /** What takes requests on a port; without it, one comes at once, and no other. */
  readonly listen?: World['listen'];
  /** This machine's sandbox; without it, a new one in memory. */
  readonly sandbox?: Sandbox;
  /** The sandbox is the file in the state folder of `env`, as it is for users, and not one in memory. */
  readonly onDisk?: boolean;
  readonly signal?: AbortSignal;
  /** Gets what SIGHUP calls; without it, none comes. */
  readonly onReload?: World['onReload'];
  /** How the user calls the program (default: crier). */
  readonly programName?: string;
  /** The file that runs (default: as npm installs it). */
  readonly program?: World['program'];
  readonly stdout?: OutputStream;
  /** Gets what is printed, as it comes. */
  onOutput?(text: string): void;
  readonly clock?: World['clock'];
  /** The machine's; without it, UTC. */
  readonly timeZone?: string;
  /** The commands that it knows (default: those of the program). */
  readonly commands?: readonly CommandEntry[];
  /** Other processes and sockets; without it, a machine on which no sandbox is served. */
  readonly others?: FakeServer;
}

/** What a run printed, and how it ended. */
export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both in the order in which they came, as a terminal shows them. */
  readonly screen: string;
  /** The document on stdout, without what it says about its origin. */
  readonly json: unknown;
  /** Whether the document says that it came from the sandbox. */
  readonly isMarkedAsSandbox: boolean;
  /** The fields with texts of others that the document names. */
  readonly untrusted: readonly string[];
  /** The error object on stderr's last line. */
  readonly error: Record<string, unknown> | null;
}

/** A moment in the demo company's month, 2026-09-21T14:13:20Z. */
const NOW = 1_790_000_000_000;

/**
 * Runs a command line in this process, as a user's shell would, and holds every JSON document that it prints against
 * the schema of the command's output.
 *
 * @param line words in one text, split at spaces; or a list when a word holds one
 */
export async function crier(line: string | readonly string[], around: Around = {}): Promise<Ran> {
  const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const screen: string[] = [];
  const isTerminal = (stream: 'stdin' | 'stdout' | 'stderr') =>
    around.isTerminal === true && around.piped?.includes(stream) !== true;
  const stdout = caught({ ...around, isTerminal: isTerminal('stdout') }, screen);
  const stderr = caught({ ...around, isTerminal: isTerminal('stderr') }, screen);
  const clock = around.clock ?? stoppedClock(NOW);
  const { outbound } = around;
  const openSandbox = async ({ file, ...options }: TestSandboxOptions = {}) =>
    around.sandbox ??
    openTestSandbox(clock, {
      ...options,
      ...(around.onDisk === true && file !== undefined && { file }),
      ...(outbound && { openOutbound: () => outbound(options.allowance ?? []) }),
    });
  const typed = [...(around.typed ?? [])];
  const ownSettings = join(tmpdir(), `crier-settings-${randomUUID()}`);
  const ownState = join(tmpdir(), `crier-state-${randomUUID()}`);
  // settings in the usual place, for a test that has such a place
  const asksHome = around.env !== undefined && 'XDG_CONFIG_HOME' in around.env;
  const exitCode = await run(
    {
      words,
      env: {
        XDG_STATE_HOME: ownState,
        CRIER_UPDATE_NOTICE: 'off',
        ...(asksHome ? {} : { CRIER_CONFIG_DIR: ownSettings }),
        ...around.env,
      },
      homeFolder: '/nonexistent',
      folder: around.folder ?? '/nonexistent',
      runtime: process.versions.node,
      platform: 'linux',
      program: around.program ?? { file: '/usr/lib/node_modules/crier-cli/bin/crier.js', isSingle: false },
      timeZone: around.timeZone ?? 'UTC',
      version: '0.0.0-test',
      programName: around.programName ?? 'crier',
      stdin: {
        isTerminal: isTerminal('stdin'),
        readBytes: async () => Buffer.from(around.stdin ?? ''),
        async readLine({ ask }) {
          await ask();
          return typed.shift() ?? null;
        },
        async *readLines() {
          yield* around.lines ??
            Buffer.from(around.stdin ?? '')
              .toString('utf8')
              .split('\n');
        },
      },
      stdout: around.stdout ?? stdout.sink,
      stderr: stderr.sink,
      clock,
      random: () => 0.5,
      signal: around.signal ?? new AbortController().signal,
      onSecondSignal: () => () => {},
      onReload: around.onReload ?? (() => () => {}),
      async openPrompts(place) {
        if (around.prompts === undefined) throw new Error('this test answers no prompts');
        return around.prompts(place);
      },
      async openScreen() {
        if (around.screen === undefined) throw new Error('this test shows no full screen');
        return around.screen();
      },
      openNetwork: async () => around.network ?? unreachable,
      async openOutbound(allowance) {
        if (outbound === undefined) throw new Error('this test lets nothing leave');
        return outbound(allowance);
      },
      listen: around.listen ?? startFakeListener,
      startThread: startKeptThread,
      askKeyring: around.keyring ?? (async () => ({ fault: 'this test has none' })),
      limitMemory: async () => () => {},
      openSandbox,
      ...startFakeServer(openSandbox, (text) => stdout.sink.write(text), around.others),
    },
    { ...registrations, commands: around.commands ?? registrations.commands },
  );
  for (const own of [ownSettings, ownState]) rmSync(own, { recursive: true, force: true });
  const ran = { exitCode, stdout: stdout.text(), stderr: stderr.text(), screen: screen.join('') };
  const json = ran.stdout.startsWith('{') || ran.stdout.startsWith('[') ? parsed(ran.stdout) : null;
  const error = parsed(ran.stderr.trimEnd().split('\n').at(-1) ?? '') as {
    error?: Record<string, unknown>;
  } | null;
  if (json !== null && words.some((word) => word === '--json')) await holdAgainstSchema(words, json);
  return { ...ran, ...takeOrigin(json), error: error?.error ?? null };
}

/** Takes from `meta` what the run adds to nearly every document of a test. */
function takeOrigin(json: unknown): Pick<Ran, 'json' | 'isMarkedAsSandbox' | 'untrusted'> {
  const { meta, ...document } = (json ?? {}) as { meta?: AddedMeta }; // checked below
  const { sandbox, untrusted, ...others } = meta ?? {};
  if (sandbox === undefined && untrusted === undefined)
    return { json, isMarkedAsSandbox: false, untrusted: [] };
  const isEmpty = Object.keys(others).length === 0;
  return {
    json: isEmpty ? document : { ...document, meta: others },
    isMarkedAsSandbox: sandbox === true,
    untrusted: untrusted ?? [],
  };
}

interface AddedMeta {
  sandbox?: unknown;
  untrusted?: readonly string[];
}

type TestSandboxOptions = Partial<Omit<SandboxOptions, 'clock' | 'random' | 'crashPoint'>>;

/** A sandbox in memory with fixed keys. */
export function openTestSandbox(
  clock: World['clock'] = stoppedClock(NOW),
  options: TestSandboxOptions = {},
): Promise<Sandbox> {
  const all = { clock, random: fixedBytes(), ...options };
  const { file = ':memory:', seed, seedFile, ...rest } = all;
  if (seed !== undefined || seedFile !== undefined) return openSandbox({ ...all, file }).then(holdToDocument);
  return file === ':memory:' ? openNewSandbox(rest) : openSandboxFile({ ...rest, file });
}

async function holdAgainstSchema(words: readonly string[], json: unknown): Promise<void> {
  const hasFields = / --(?:fields|jq) | --json(?:=| [\w.]+,| \w+ $)/.test(` ${words.join(' ')} `);
  if (hasFields) return;
  const entry = COMMANDS.find(({ path }) => path.every((word, index) => words[index] === word));
  const command = await entry?.load();
  if (command === undefined || isDryRun(json)) return;
  const result: z.ZodSafeParseResult<unknown> = (await loadDocumentSchema(command)).safeParse(json);
  if (!result.success)
    throw new Error(`${words.join(' ')} printed what its schema does not allow: ${result.error.message}`);
}

function isDryRun(json: unknown): boolean {
  return typeof json === 'object' && json !== null && ('request' in json || 'requests' in json);
}

const unreachable: Transport = () => Promise.reject(new Error('this test has no network'));

function caught(
  { isTerminal = false, isEmptyFile = false, columns, rows, onOutput }: Around,
  screen: string[],
): { sink: OutputStream; text(): string } {
  const chunks: string[] = [];
  const sink: OutputStream = {
    isTerminal,
    isEmptyFile,
    columns: isTerminal ? (columns ?? 80) : undefined,
    rows: isTerminal ? rows : undefined,
    async write(chunk) {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
      chunks.push(text);
      screen.push(text);
      onOutput?.(text);
    },
  };
  return { sink, text: () => chunks.join('') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
