import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isLocked } from '../disk/exclusive-lock.ts';
import { runFileOperation } from '../disk/explain-file-fault.ts';
import { ensurePrivateFile } from '../disk/private-file.ts';

const XPair = z.object({ key: z.string(), secret: z.string() });

/**
 * What tells one process from all others: process ids are used again, and a home folder may be seen by several machines
 * and containers, each with ids of its own. A member that the system does not have is null.
 */
const ProcessIdentity = z.object({
  host: z.string(),
  /** Changes with each start of the machine. */
  boot: z.string().nullable(),
  /** Process ids count inside of this. */
  pidNamespace: z.string().nullable(),
  /** When the process started, as the system writes it. */
  started: z.string().nullable(),
});
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/** What a running server tells the other processes of its owner: where it is, and the keys to it. */
export const ServerNote = z.object({
  pid: z.int(),
  port: z.int(),
  /** Without a slash at its end. */
  address: z.string(),
  /** Its data is gone when it stops. */
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

/** It holds keys: a name of its own lets the next server find what a crash left of it. */
function getDraftPath(folder: string): string {
  return `${getNotePath(folder)}.new`;
}

function getNotePath(folder: string): string {
  return join(folder, 'server.json');
}

/** Writes the note as a whole, readable by its owner alone from the first byte. Only for who has the lock. */
export function writeNote(folder: string, note: ServerNote): void {
  const draft = getDraftPath(folder);
  runFileOperation(`cannot write ${getNotePath(folder)}`, () => {
    rmSync(draft, { force: true }); // whoever died over it had the lock before us
    ensurePrivateFile(draft);
    writeFileSync(draft, JSON.stringify(note));
    renameSync(draft, getNotePath(folder));
  });
}

/** Only for who has the lock. */
export function removeNote(folder: string): void {
  for (const file of [getNotePath(folder), getDraftPath(folder)])
    runFileOperation(`cannot remove ${file}`, () => rmSync(file, { force: true }));
}

/**
 * Finds the server of a folder. Its note counts only while its lock is held: what a crash leaves behind does not.
 *
 * @param folder where the sandbox's data lives
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
    return null; // none, or one that is of no use: the lock alone tells whether a server is there
  }
}
