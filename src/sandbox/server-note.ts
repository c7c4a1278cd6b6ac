import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isLocked } from '../storage/exclusive-lock.ts';
import { runFileOperation } from '../storage/explain-file-fault.ts';
import { ensurePrivateFile } from '../storage/private-files.ts';

const XPair = z.object({ key: z.string(), secret: z.string() });

/**
 * Identifies a process: process ids are reused, and several machines and containers, each with its own ids, may share
 * a home folder. A member that the system does not provide is null.
 */
export const ProcessIdentity = z.object({
  host: z.string(),
  /** Boot id: changes with each start of the machine. */
  boot: z.string().nullable(),
  /** Process ids are unique within this. */
  pidNamespace: z.string().nullable(),
  /** Start time of the process, in the system's format. */
  started: z.string().nullable(),
});
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/** What a running server tells other processes of its user: its address and its keys. */
export const ServerNote = z.object({
  pid: z.int(),
  port: z.int(),
  /** Without a trailing slash. */
  address: z.string(),
  /** Its data is lost when it stops. */
  memory: z.boolean(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** Of the process; earlier versions did not write it. */
  identity: ProcessIdentity.optional(),
  credentials: z.object({
    apiKey: z.string(),
    adminToken: z.string(),
    xPair: XPair,
    profiles: z
      .array(z.object({ alias: z.string(), title: z.string(), refId: z.string(), profileKey: z.string() }))
      .readonly(),
  }),
});
export type ServerNote = z.infer<typeof ServerNote>;

/** The lock of a folder's server. */
export function getLockPath(folder: string): string {
  return join(folder, 'server.lock');
}

/** It contains keys: a fixed name lets the next server find what a crash left behind. */
function getDraftPath(folder: string): string {
  return `${getNotePath(folder)}.new`;
}

function getNotePath(folder: string): string {
  return join(folder, 'server.json');
}

/** Writes the note atomically, with mode 0600 from the first byte. The caller holds the lock. */
export function writeNote(folder: string, note: ServerNote): void {
  const draft = getDraftPath(folder);
  runFileOperation(`cannot write ${getNotePath(folder)}`, () => {
    rmSync(draft, { force: true }); // left by a previous holder of the lock that crashed
    ensurePrivateFile(draft);
    writeFileSync(draft, JSON.stringify(note));
    renameSync(draft, getNotePath(folder));
  });
}

/** The caller holds the lock. */
export function removeNote(folder: string): void {
  for (const file of [getNotePath(folder), getDraftPath(folder)])
    runFileOperation(`cannot remove ${file}`, () => rmSync(file, { force: true }));
}

/**
 * Finds the server of a folder. Its note is only valid while its lock is held: one left by a crash is ignored.
 *
 * @param folder where the sandbox's data is stored
 * @returns null when none is running, or one is still starting
 */
export function findServer(folder: string): ServerNote | null {
  if (readNote(folder) === null || !isLocked(getLockPath(folder))) return null;
  return readNote(folder);
}

function readNote(folder: string): ServerNote | null {
  try {
    return ServerNote.parse(JSON.parse(readFileSync(getNotePath(folder), 'utf8')));
  } catch {
    return null; // missing or invalid: only the lock says whether a server is there
  }
}
