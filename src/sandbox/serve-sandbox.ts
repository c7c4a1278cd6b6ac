import { setTimeout as pause } from 'node:timers/promises';
import { createUsageError } from '../errors.ts';
import { SECOND_MS } from '../service/durations.ts';
import { MovedDatabase } from '../storage/database-faults.ts';
import { acquireLock, type ExclusiveLock } from '../storage/exclusive-lock.ts';
import type { EngineLoop } from './engine/scheduler/keep-running.ts';
import { type ListeningServer, serve } from './http/serve.ts';
import {
  addMcpRoute,
  addProofRoute,
  addStopRoute,
  addToken,
  type McpAnswerer,
} from './http/server-routes.ts';
import type { Sandbox } from './open-sandbox.ts';
import { readProcessIdentity } from './process-identity.ts';
import { findServer, getLockPath, removeNote, type ServerNote, writeNote } from './server-note.ts';

/**
 * How long to try for the lock, in milliseconds: a process that only checks it holds it for an instant, and two that
 * start at the same time collide briefly.
 */
export const LOCK_WAIT_MS = 300;

export interface ServeSandboxOptions {
  /**
   * Where its data is stored, with its lock and its note beside it. Null for a temporary server, which other
   * processes do not find.
   */
  folder: string | null;
  /** Opens the sandbox once no other process serves the folder. */
  open(): Promise<Sandbox>;
  /** Its data is lost when it stops. */
  memory: boolean;
  /** 0 for any free port. */
  port: number;
  /** Beside loopback; other machines reach it there, so that it needs a token. */
  host?: string | undefined;
  /** Other names with their ports that requests may give as their host. */
  allowedHosts?: readonly string[] | undefined;
  /** Accepted in place of the API key. */
  token?: string | undefined;
  /** The service's MCP server; without it, there is none. */
  mcp?: McpAnswerer | undefined;
  processId: number;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** A sandbox that other processes can reach. */
export interface ServedSandbox {
  note: ServerNote;
  sandbox: Sandbox;
  /**
   * Resolves when a client with the admin token requests a stop; rejects with a CrierError of kind `usage` when its
   * files were removed or replaced: from then on every request fails.
   */
  stopped: Promise<void>;
  /** Stops serving, closes every connection and releases the folder. */
  close(): Promise<void>;
}

/**
 * Serves a sandbox, with one server process for each folder.
 *
 * @throws CrierError `usage` when another process serves the folder, or the port is not available
 */
export async function serveSandbox(options: ServeSandboxOptions): Promise<ServedSandbox> {
  const { folder } = options;
  const lock = folder === null ? null : await lockFolder(folder);
  const sandbox = await options.open().catch((error) => {
    lock?.release();
    throw error;
  });
  return serveOpen(options, { sandbox, lock, placeCheck: null, served: null, running: null, kept: null });
}

/** How often a server checks that its files are the ones that it opened. */
const PLACE_CHECK_MS = 2 * SECOND_MS;

const LOOK_EVERY_MS = 25;
const LOOKS = 80;

/** A process that holds the lock without a note is about to write it, or about to release the lock: wait for that. */
async function lockFolder(folder: string): Promise<ExclusiveLock> {
  for (let look = 0; look < LOOKS; look += 1) {
    const lock = acquireLock(getLockPath(folder), LOCK_WAIT_MS);
    if (lock !== null) {
      removeNote(folder); // a crash may have left one
      return lock;
    }
    const note = findServer(folder);
    if (note !== null) throw createServedError(note);
    await pause(LOOK_EVERY_MS);
  }
  throw createUsageError(
    `another process is starting or stopping the server of ${folder}`,
    'try again in a moment',
  );
}

function createServedError({ address, pid }: ServerNote): Error {
  return createUsageError(
    `the sandbox is already running at ${address}, as process ${pid}`,
    'use it, or stop it with "crier sandbox stop"',
  );
}

async function serveOpen(options: ServeSandboxOptions, parts: ServerParts): Promise<ServedSandbox> {
  const { folder, memory, processId, startedAt } = options;
  const { sandbox } = parts;
  const { promise: stopped, resolve: stop, reject: fail } = Promise.withResolvers<void>();
  stopped.catch(() => {}); // its caller handles the rejection
  const { credentials } = sandbox;
  const requireInPlace = () => {
    try {
      sandbox.requireInPlace();
      requireLock(parts.lock, folder);
    } catch (error) {
      fail(error);
    }
  };
  try {
    const running = await sandbox.keepRunning();
    parts.running = running;
    // The request may have made work due, and changed the profiles.
    const followed: Sandbox['answer'] = async (request) => {
      const answered = await sandbox.answer(request).finally(running.wake);
      if (answered.status === OWN_FAULT)
        setImmediate(requireInPlace); // after the response was sent
      else if (request.method !== 'GET') parts.kept?.refresh();
      return answered;
    };
    parts.placeCheck = setInterval(requireInPlace, PLACE_CHECK_MS).unref();
    const { token, host, allowedHosts = [] } = options;
    const known =
      token === undefined ? followed : addToken(followed, token, () => sandbox.credentials.apiKey);
    const withMcp = options.mcp === undefined ? known : addMcpRoute(known, options.mcp);
    const stoppable = addStopRoute(withMcp, credentials.adminToken, stop);
    const answer = addProofRoute(stoppable, () => parts.served && { ...parts.served, credentials });
    parts.served = await serve({ answer, port: options.port, host, allowedHosts });
    const { port, address } = parts.served;
    sandbox.serveBelow(address);
    const note: ServerNote = {
      pid: processId,
      port,
      address,
      memory,
      startedAt,
      identity: readProcessIdentity(processId),
      credentials,
    };
    if (folder !== null) parts.kept = keepNote(folder, note);
    return { note, sandbox, stopped, close: () => closeDown(parts) };
  } catch (error) {
    await closeDown(parts);
    throw error;
  }
}

/** HTTP status of an internal fault. */
const OWN_FAULT = 500;

/** Another process may hold the lock of the path, and own the note beside it. */
function requireLock(lock: ExclusiveLock | null, folder: string | null): void {
  const fate = lock?.fate() ?? null;
  if (fate !== null && folder !== null) throw new MovedDatabase(getLockPath(folder), fate);
}

interface ServerParts {
  /** Null until the server is up. */
  placeCheck: NodeJS.Timeout | null;
  /** Null until it listens. */
  served: ListeningServer | null;
  /** Null until it runs due work. */
  running: EngineLoop | null;
  /** Null until the note is written, and for a temporary server. */
  kept: KeptNote | null;
  sandbox: Sandbox;
  lock: ExclusiveLock | null;
}

/** The note is removed first and the lock released last, so that other processes never find a server that is gone. */
async function closeDown({ placeCheck, served, running, kept, sandbox, lock }: ServerParts): Promise<void> {
  if (placeCheck !== null) clearInterval(placeCheck);
  if (lock === null || lock.fate() === null) kept?.remove(); // else the note belongs to another server
  await served?.close();
  await running?.stop();
  sandbox.close();
  lock?.release();
}

/** The note (server.json) of a running server. */
export type KeptNote = ReturnType<typeof keepNote>;

/** Writes the note of a server and keeps it up to date. The caller holds the folder's lock. */
export function keepNote(folder: string, note: ServerNote) {
  let written: string | null = null;
  const write = () => {
    const text = JSON.stringify(note);
    if (text === written) return;
    writeNote(folder, note);
    written = text;
  };
  write();
  let isRemoved = false;
  return {
    /** Writes it again if its content has changed, such as the key of a new profile. */
    refresh() {
      if (isRemoved) return;
      try {
        write();
      } catch {
        // the server works without it, and the next change tries again
      }
    },
    /** From then on, other processes do not find this server. */
    remove() {
      isRemoved = true;
      removeNote(folder);
    },
  };
}
