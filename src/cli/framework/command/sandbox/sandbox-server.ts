import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { createClient } from '../../../../client/client.ts';
import type { PrivateAllowlist } from '../../../../domain/addresses/public-url.ts';
import { CrierError, createUsageError, EXIT, type FailureKind } from '../../../../errors.ts';
import { STOP_PATH } from '../../../../sandbox/http/server-routes.ts';
import type { ServerNote } from '../../../../sandbox/server-note.ts';
import { appendToLog } from '../../../../storage/bounded-log.ts';
import { MovedDatabase } from '../../../../storage/database-faults.ts';
import { runFileOperation } from '../../../../storage/explain-file-fault.ts';
import type { World } from '../../../../world.ts';
import { createLazy } from '../../output/text/sanitize-text.ts';
import { getSandboxFile, getServerLogFile } from '../../settings/paths.ts';
import type { ContextParts } from '../context-parts.ts';
import { createForeignServerError, FIRST_WAIT_MS } from './check-server.ts';
import {
  addSandboxKeys,
  createLocalConnection,
  createServerConnection,
  getSandboxFolder,
} from './connect-sandbox.ts';
import { openConfiguredSandbox, type StartOptions } from './open-configured-sandbox.ts';
import { createSandboxControl, type SandboxControl } from './sandbox-control.ts';

const LOOK_EVERY_MS = 25;
/** A start may have to build the program and fill a new sandbox. */
const START_WITHIN_MS = 30_000;
/** Timeouts after the request to stop, after SIGTERM and after SIGKILL. */
const STOP_WITHIN_MS = [1_500, 3_000, 5_000] as const;

export type SandboxServer = ReturnType<typeof createSandboxServer>;

export function createSandboxServer(parts: ContextParts) {
  const { world } = parts;
  const find = () => world.findServer(getSandboxFolder(world));
  return {
    /** The running server, if any. */
    find,
    /** Serves the sandbox in this process, until the run ends. */
    async start({ port, memory, host, allowHost, token, mcp, observe, ...settings }: StartOptions) {
      const file = memory ? IN_MEMORY : getSandboxFile(world);
      const log = getServerLogFile(world);
      const reports = createFaultReports(parts, log);
      const open = async () => {
        const opened = await openConfiguredSandbox(file, { ...settings, onDefect: reports.fault }, world);
        return observe === undefined ? opened : observe(opened);
      };
      const { sandbox, note, stopped } = await serve(parts, {
        folder: getSandboxFolder(world),
        ...{ open, memory, port, host, token, mcp },
        allowedHosts: allowHost,
      });
      stopped.catch(reports.end);
      return {
        control: createSandboxControl({ ...createLocalConnection(sandbox, note), log }, world),
        /** Resolves when it is asked to stop, and rejects when the run is aborted. */
        untilStopped: (signal: AbortSignal): Promise<void> => Promise.race([stopped, rejectOnAbort(signal)]),
      };
    },
    startTemporary: (options: TemporaryOptions) => startTemporary(parts, options),
    /** Starts this program with these words in the background and waits until it serves. */
    async startBackground(words: readonly string[]): Promise<SandboxControl> {
      const note = await startBackground(words, find, world);
      const entrance = createServerConnection(note, await world.openLoopback());
      return createSandboxControl({ ...entrance, log: getServerLogFile(world) }, world);
    },
    /** Stops the running server, even if it hangs. @returns the stopped server; null when none was running */
    stop: (): Promise<ServerNote | null> => stopServer(find, world),
    /** Runs a command on our own streams. */
    runCommand: world.processes.run,
  };
}

/** Serves a sandbox until the run ends, or until it is closed. */
async function serve(
  { world, secrets, onEnd }: ContextParts,
  options: Omit<Parameters<World['serveSandbox']>[0], 'startedAt'>,
) {
  const served = await world.serveSandbox({ ...options, startedAt: world.clock.now() });
  addSandboxKeys(secrets, served.note.credentials);
  const close = createLazy(() => served.close());
  onEnd(close);
  return { ...served, close };
}

type TemporaryOptions = { allowPrivate: PrivateAllowlist; seed: string | undefined };

/**
 * Serves a new sandbox in memory, which is found only by its folder.
 *
 * @returns `stateFolder` is the value of `CRIER_STATE_DIR` to find it; it is removed at the end of the run
 */
async function startTemporary(parts: ContextParts, { allowPrivate, seed }: TemporaryOptions) {
  const { world, output, onEnd } = parts;
  const stateFolder = runFileOperation(`cannot make a folder in ${tmpdir()}`, () =>
    mkdtempSync(join(tmpdir(), 'crier-exec-')),
  );
  onEnd(() => rmSync(stateFolder, { recursive: true, force: true }));
  const folder = getSandboxFolder({ ...world, env: { CRIER_STATE_DIR: stateFolder } });
  const { fault } = createFaultReports(parts, null);
  const open = () =>
    world.openSandbox({ file: IN_MEMORY, allowance: allowPrivate, seedFile: seed, onDefect: fault });
  const served = await serve(parts, { folder, open, memory: true, port: 0 });
  const end = (error: unknown) => {
    void output.trace(`! the sandbox stops: ${error instanceof Error ? error.message : String(error)}`);
    return served.close();
  };
  void served.stopped.then(served.close, end);
  return { note: served.note, stateFolder };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const IN_MEMORY = ':memory:';

type FindServer = () => Promise<ServerNote | null>;

async function startBackground(
  words: readonly string[],
  find: FindServer,
  world: World,
): Promise<ServerNote> {
  const background = await world.processes.startSelf(words);
  let said: string | null = null;
  void background.ended.then((text) => {
    said = text;
  });
  const note = await pollUntil(START_WITHIN_MS, world, async () => {
    const found = await find();
    if (found?.pid === background.id) return found;
    if (said !== null) throw parseFailure(said);
    return null;
  });
  background.detach();
  if (note !== null) return note;
  throw new CrierError('unavailable', `process ${background.id} was started but does not serve the sandbox`);
}

/** The last line of stderr of a run with JSON output. */
const PrintedFailure = z.object({
  error: z.object({ kind: z.string(), message: z.string(), advice: z.string().nullable() }),
});

/** Parses the failure that another run printed. */
function parseFailure(said: string): CrierError {
  const lines = said.trimEnd().split('\n');
  try {
    const { kind, message, advice } = PrintedFailure.parse(JSON.parse(lines.at(-1) ?? '')).error;
    return new CrierError(isFailure(kind) ? kind : 'usage', message, advice === null ? {} : { advice });
  } catch {
    const text = lines
      .join(' ')
      .replace(/^crier: /, '')
      .trim();
    return createUsageError(
      text === '' ? 'the server exited before it was ready, without an error message' : text,
    );
  }
}

function isFailure(kind: string): kind is FailureKind {
  return kind !== 'ok' && Object.hasOwn(EXIT, kind);
}

async function stopServer(find: FindServer, world: World): Promise<ServerNote | null> {
  const server = await find();
  if (server === null) return null;
  const isGone = async () => ((await find())?.pid === server.pid ? null : server);
  const answering = await world.checkServer(server, FIRST_WAIT_MS);
  if (answering !== 'ours' && (await isGone()) !== null) return server;
  const difference = await world.processes.differenceOf(server);
  if (answering !== 'ours' && difference !== null) throw createForeignServerError(server, difference);
  // only the process that wrote the note gets a signal: process ids are reused
  const end = async (isForced: boolean) => {
    if ((await world.processes.differenceOf(server)) === null) world.processes.end(server.pid, isForced);
  };
  const ways = [
    ...(answering === 'ours' ? [() => askToStop(server, world)] : []),
    // a stopped process only reacts to SIGKILL
    ...((await world.processes.isStopped(server.pid)) ? [] : [() => end(false)]),
    () => end(true),
  ];
  const waits = STOP_WITHIN_MS.slice(-ways.length);
  for (const [index, way] of ways.entries()) {
    // findServer briefly takes the lock in this process
    await way().catch(() => undefined); // the poll below shows whether it worked
    if ((await pollUntil(waits[index] ?? 0, world, isGone)) !== null) return server;
  }
  const reason = difference === null ? '' : `: ${difference}`;
  throw new CrierError(
    'unavailable',
    `process ${server.pid}, which serves the sandbox, does not stop${reason}`,
  );
}

async function askToStop(server: ServerNote, world: World): Promise<void> {
  const client = createClient({
    target: {
      baseUrl: new URL(server.address),
      apiKey: server.credentials.adminToken,
      profileKey: null,
      xPair: null,
    },
    transport: await world.openLoopback(),
    clock: world.clock,
    random: world.random,
    timeoutMs: STOP_WITHIN_MS[0],
    retries: 0,
    maxWaitMs: 0,
    signal: world.signal,
  });
  await client.request({ method: 'POST', path: STOP_PATH });
}

/** Polls until there is a result or the time is up. */
async function pollUntil<Found>(
  milliseconds: number,
  { clock, signal }: World,
  look: () => Promise<Found | null>,
): Promise<Found | null> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const found = await look();
    if (found !== null || waited >= milliseconds) return found;
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

/** @param log path of the log; null for none */
export function createFaultReports({ world, output, secrets, flags }: ContextParts, log: string | null) {
  const write = (text: string) => {
    const time = new Date(world.clock.now()).toISOString();
    // one line each, so that quoted text cannot forge a log line
    const line = secrets.redact(text).replaceAll(/\p{Cc}+/gu, ' ');
    if (log !== null) appendToLog(log, `${time} ${line}`);
    return line;
  };
  const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? '').split('\n') : []);
  return {
    /** Prints and logs the first fault of a kind, and its 10th, 100th and 1,000th. */
    fault(traceId: string, error: unknown, count: number) {
      if (!isReported(count)) return;
      const times = count === 1 ? '' : `, ${count} times`;
      const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const stack = flags.verbose ? stackOf(error).filter((line) => line.startsWith('    at ')) : [];
      const isEnd = error instanceof MovedDatabase; // the server ends with it, and says so itself
      for (const line of [`fault of the sandbox, trace id ${traceId}${times}: ${text}`, ...stack]) {
        const shown = `! ${write(line)}`;
        if (!isEnd) void output.trace(shown);
      }
    },
    /** Logs why the server ends; the run prints it to stderr. */
    end(error: unknown) {
      write(`the server ends: ${error instanceof Error ? error.message : String(error)}`);
    },
  };
}

function isReported(count: number): boolean {
  return Number.isInteger(Math.log10(count));
}
