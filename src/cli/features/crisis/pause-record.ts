import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { tryParseBoundedJson } from '../../../domain/json/bounded-json.ts';
import { createUsageError } from '../../../errors.ts';
import { acquireLock } from '../../../storage/exclusive-lock.ts';
import { type JournalFile, openJournalFile, splitJournal } from '../../../storage/journal-file.ts';
import { ensurePrivateFolder, readPrivateFile } from '../../../storage/private-files.ts';
import type { Machine } from '../../../world.ts';
import { getStateFolder } from '../../framework/settings/paths.ts';
import { SANDBOX } from '../../framework/settings/settings.ts';
import { StoredWork, WorkKind } from './work.ts';

const KIND = 'crier pause';

const HeadLine = z.object({ kind: z.literal(KIND), version: z.literal(1), service: z.string() });

/** Whose work it is: null is the Primary Profile. The public reference says the same on another machine. */
const Owner = { profile: z.string().nullable(), refId: z.string().nullable() };

/** Something that a pause stopped, or was about to stop when it was interrupted. */
export const PausedWork = z.strictObject({
  ...Owner,
  work: StoredWork,
  isXPairKnown: z
    .boolean()
    .describe('whether the keys of an X app were there, which an added feed posts with'),
});
export type PausedWork = z.infer<typeof PausedWork>;

/**
 * `pausing` is written before the request, so that an interrupted run forgets nothing; `paused` has the mark that it has
 * since then; `over` when it was brought back, was not paused after all, or is left to the person who changed it.
 */
const EventLine = z.union([
  z.object({ event: z.literal('pausing'), at: z.string(), ...PausedWork.shape }),
  z.object({
    event: z.enum(['paused', 'over']),
    at: z.string(),
    profile: Owner.profile,
    kind: WorkKind,
    id: z.string(),
    mark: z.string().nullable().optional(),
  }),
]);
type EventLine = z.infer<typeof EventLine>;

/** What pauses of a service stopped and nothing brought back yet, in a file that is appended to. */
export interface PauseRecord {
  readonly file: string;
  list(): readonly PausedWork[];
  /** Called before the request. */
  addPausing(paused: PausedWork): void;
  /** Called when it is known to be paused. @param mark that it has now */
  addPaused(paused: PausedWork, mark: string | null): void;
  addOver(paused: PausedWork): void;
  /** Closes it. A record of crier's own in which nothing is left is removed. */
  close(): void;
}

/** The file of a record: the named one, else that of the service on this machine. */
export interface RecordPlace {
  readonly file: string;
  readonly isOwn: boolean;
}

/**
 * @param service the name of a context, or an address that has none
 * @param given `--record`
 */
export function getRecordPlace(
  machine: Pick<Machine, 'env' | 'homeFolder' | 'platform' | 'folder'>,
  service: string,
  given?: string | undefined,
): RecordPlace {
  if (given === '-') throw createUsageError('--record cannot be standard input', 'give a file');
  if (given !== undefined) return { file: resolve(machine.folder, given), isOwn: false };
  const isPlain = service === SANDBOX || /^[a-z\d][a-z\d-]{0,60}$/.test(service);
  const name = isPlain ? service : createHash('sha256').update(service).digest('hex').slice(0, 16);
  return { file: join(getStateFolder(machine), 'pauses', `${name}.ndjson`), isOwn: true };
}

/** How a record names a service: the same on every machine. */
export function formatRecordAddress(address: URL): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

/** Lists what a record has without opening it for a change; nothing for a file that is not there. */
export function readPausedWork({ file }: RecordPlace, address: string): readonly PausedWork[] {
  const found = readPrivateFile(file, 'text');
  if (found === null) return [];
  const [lines, cutLine] = splitJournal(found.bytes);
  if (lines.length === 0) requireStart(cutLine, file);
  return [...replay(lines, { file, address }).values()];
}

/**
 * Opens a record, and keeps other runs from using it.
 *
 * @param address of the service: a record of another one is refused
 * @throws CrierError of kind usage when it is of something else, or in use
 */
export function openPauseRecord(
  { file, isOwn }: RecordPlace,
  { address, now }: { address: string; now(): number },
): PauseRecord {
  if (isOwn) ensurePrivateFolder(dirname(file));
  const lock = acquireLock(`${file}.lock`, 0);
  if (lock === null)
    throw createUsageError(
      `another run of "crier pause" or "crier resume" is using ${file}`,
      'wait for it to finish, then run this again',
    );
  let work = new Map<string, PausedWork>();
  let journal: JournalFile;
  try {
    let isNew = true;
    journal = openJournalFile(file, (lines, cutLine) => {
      isNew = lines.length === 0;
      if (isNew) requireStart(cutLine, file);
      work = replay(lines, { file, address });
    });
    if (isNew) journal.append(JSON.stringify({ kind: KIND, version: 1, service: address }), true);
  } catch (error) {
    lock.release();
    throw error;
  }
  const append = (line: EventLine) => {
    // before it is paused, since nothing else says that it ran before; and each, so that only the last line can be cut short
    journal.append(JSON.stringify(line), true);
    apply(work, line);
  };
  const at = () => new Date(now()).toISOString();
  const name = ({ profile, work: { kind, id } }: PausedWork) => ({ at: at(), profile, kind, id });
  let isOpen = true;
  return {
    file,
    list: () => [...work.values()],
    addPausing: (paused) => append({ event: 'pausing', at: at(), ...paused }),
    addPaused: (paused, mark) => append({ event: 'paused', ...name(paused), mark }),
    addOver: (paused) => append({ event: 'over', ...name(paused) }),
    close() {
      if (!isOpen) return;
      isOpen = false;
      journal.close();
      if (isOwn && work.size === 0) rmSync(file, { force: true });
      lock.release();
    },
  };
}

/** @throws CrierError of kind usage for a file that is not there */
export function requireRecord({ file, isOwn }: RecordPlace): void {
  if (isOwn || existsSync(file)) return;
  throw createUsageError(`there is no file ${file}`, '"crier pause --record <file>" writes one');
}

/** @throws CrierError of kind usage for another kind of file, and for a record of another service */
function replay(
  [head, ...lines]: readonly string[],
  { file, address }: { file: string; address: string },
): Map<string, PausedWork> {
  const work = new Map<string, PausedWork>();
  if (head === undefined) return work;
  const parsed = HeadLine.safeParse(tryParseBoundedJson(head)).data;
  if (parsed === undefined) throw createForeignError(file);
  if (parsed.service !== address)
    throw createUsageError(
      `${file} is of another service: ${parsed.service}`,
      'use the context with which it was paused (--context)',
    );
  for (const [at, text] of lines.entries()) {
    const line = EventLine.safeParse(tryParseBoundedJson(text)).data;
    if (line === undefined)
      throw createUsageError(
        `${file} is damaged: line ${at + 2} cannot be read`,
        'remove the line if you know what it was, or use a copy of the file; nothing was changed',
      );
    apply(work, line);
  }
  return work;
}

/** @throws CrierError of kind usage when the file has something else than the start of a first line that was cut short */
function requireStart(cutLine: string, file: string): void {
  if (!JSON.stringify({ kind: KIND }).startsWith(cutLine.slice(0, KIND.length)))
    throw createForeignError(file);
}

function createForeignError(file: string) {
  return createUsageError(
    `${file} is not a record of "crier pause"`,
    'choose another file: nothing was changed',
  );
}

function apply(work: Map<string, PausedWork>, line: EventLine): void {
  if (line.event === 'pausing') {
    const { event: _event, at: _at, ...paused } = line;
    // its mark is that of before the pause
    work.set(getWorkKey(paused.profile, paused.work), { ...paused, work: { ...paused.work, mark: null } });
    return;
  }
  const key = getWorkKey(line.profile, line);
  const known = work.get(key);
  if (line.event === 'over') work.delete(key);
  else if (known !== undefined) work.set(key, { ...known, work: { ...known.work, mark: line.mark ?? null } });
}

export function getWorkKey(profile: string | null, { kind, id }: Pick<StoredWork, 'kind' | 'id'>): string {
  return JSON.stringify([profile, kind, id]);
}
