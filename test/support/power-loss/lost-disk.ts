import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Choose } from '../terminal/scripted-prompts.ts';
import type { TraceEvent } from './read-trace.ts';

/** What happened to a file since its last sync. */
type UnsyncedChange =
  | { readonly order: number; readonly at: number; readonly bytes: Buffer }
  | { readonly order: number; readonly size: number };

interface StoredFile {
  readonly kind: 'file';
  /** What is on the disk for certain; longer than its size. */
  synced: { bytes: Buffer; size: number };
  /** Now, as processes see it. */
  size: number;
  changes: UnsyncedChange[];
}

/** Each change of names is whole, as that of a rename. */
interface NameChange {
  readonly order: number;
  readonly names: ReadonlyMap<string, StoredItem | null>;
}

interface StoredFolder {
  readonly kind: 'folder';
  readonly synced: Map<string, StoredItem>;
  readonly now: Map<string, StoredItem>;
  changes: NameChange[];
}

type StoredItem = StoredFile | StoredFolder;

/** How much of what was not synced is on the disk. */
const LOSSES = ['none', 'all', 'first', 'any', 'any', 'any'] as const;

const SECTORS = [512, 4096] as const;

/**
 * A disk that keeps apart what was synced and what was only written, so that it can be seen as a power failure leaves it.
 * A file's sync is one of its bytes and its size; that its name leads to it takes a sync of its folder, as POSIX has it.
 *
 * @param root everything outside of this folder is left out
 */
export function createLostDisk(root: string) {
  const top: StoredFolder = createFolder();
  const handles = new Map<number, { item: StoredItem; position: number; appends: boolean }>();
  let order = 0;

  const find = (path: string): StoredItem | undefined => {
    if (path === root) return top;
    const folder = findFolder(path);
    return folder?.now.get(basename(path));
  };
  const findFolder = (path: string): StoredFolder | undefined => {
    if (!path.startsWith(`${root}/`)) return undefined;
    const found = find(dirname(path));
    return found?.kind === 'folder' ? found : undefined;
  };
  const setName = (path: string, item: StoredItem | null) => {
    const folder = findFolder(path);
    if (folder === undefined) return;
    changeNames(folder, order, new Map([[basename(path), item]]));
  };
  const open = (event: Extract<TraceEvent, { does: 'open' }>) => {
    let item = find(event.path);
    if (item === undefined && event.creates && findFolder(event.path) !== undefined) {
      item = { kind: 'file', synced: { bytes: Buffer.alloc(0), size: 0 }, size: 0, changes: [] };
      setName(event.path, item);
    }
    if (item === undefined) {
      // each trace numbers its handles from the same start
      handles.delete(event.handle);
      return;
    }
    if (event.empties && item.kind === 'file') truncate(item, 0, order);
    handles.set(event.handle, { item, position: 0, appends: event.appends });
  };
  const write = ({ handle, at, bytes }: Extract<TraceEvent, { does: 'write' }>) => {
    const opened = handles.get(handle);
    if (opened?.item.kind !== 'file') return;
    const { item } = opened;
    const start = at ?? (opened.appends ? item.size : opened.position);
    item.changes.push({ order, at: start, bytes });
    item.size = Math.max(item.size, start + bytes.length);
    if (at === null) opened.position = start + bytes.length;
  };
  const rename = ({ path, to, does }: Extract<TraceEvent, { does: 'rename' | 'link' }>) => {
    const item = find(path);
    if (item === undefined) return;
    const folder = findFolder(path);
    if (does === 'link') setName(to, item);
    else if (folder !== undefined && folder === findFolder(to)) {
      changeNames(
        folder,
        order,
        new Map([
          [basename(path), null],
          [basename(to), item],
        ]),
      );
    } else {
      // of two folders: the new name may be there before the old one is gone
      setName(to, item);
      setName(path, null);
    }
  };

  return {
    apply(event: TraceEvent): void {
      order += 1;
      switch (event.does) {
        case 'open':
          open(event);
          return;
        case 'write':
          write(event);
          return;
        case 'truncate': {
          const item = handles.get(event.handle)?.item;
          if (item?.kind === 'file') truncate(item, event.size, order);
          return;
        }
        case 'sync': {
          const item = handles.get(event.handle)?.item;
          if (item !== undefined) sync(item);
          return;
        }
        case 'rename':
        case 'link':
          rename(event);
          return;
        case 'remove':
          setName(event.path, null);
          return;
        case 'mkdir':
          setName(event.path, createFolder());
          return;
        case 'copy':
          if (handles.has(event.handle)) throw new Error('a copy is made there, whose bytes are not known');
          return;
        case 'accept':
        case 'send':
          return;
      }
    },
    /** Writes an image of the disk, as it is after a power failure now. @returns how much was lost, as a word */
    writeImage(into: string, choose: Choose): string {
      const loss = LOSSES[choose(LOSSES.length)] ?? 'any';
      const sector = SECTORS[choose(SECTORS.length)] ?? 512;
      const until = loss === 'first' ? order - choose(Math.min(order, RECENT)) : order;
      writeFolder(top, into, { loss, sector, until, choose });
      return `${loss} of what was not synced, sectors of ${sector}`;
    },
  };
}

/** A loss in order is one of the last changes. */
const RECENT = 60;

interface Losing {
  readonly loss: (typeof LOSSES)[number];
  readonly sector: number;
  readonly until: number;
  readonly choose: Choose;
}

function createFolder(): StoredFolder {
  return { kind: 'folder', synced: new Map(), now: new Map(), changes: [] };
}

function changeNames(
  folder: StoredFolder,
  order: number,
  names: ReadonlyMap<string, StoredItem | null>,
): void {
  folder.changes.push({ order, names });
  setNames(folder.now, names);
}

function setNames(into: Map<string, StoredItem>, names: ReadonlyMap<string, StoredItem | null>): void {
  for (const [name, item] of names) {
    if (item === null) into.delete(name);
    else into.set(name, item);
  }
}

function truncate(file: StoredFile, size: number, order: number): void {
  file.changes.push({ order, size });
  file.size = size;
}

function sync(item: StoredItem): void {
  if (item.kind === 'folder') {
    for (const { names } of item.changes) setNames(item.synced, names);
  } else {
    item.synced = applyChanges(item.synced, item.changes);
  }
  item.changes = [];
}

/** Changes `bytes` in place where they are long enough. */
function applyChanges(
  { bytes, size }: { bytes: Buffer; size: number },
  changes: readonly UnsyncedChange[],
): { bytes: Buffer; size: number } {
  let [grown, now] = [bytes, size];
  for (const change of changes) {
    if ('size' in change) {
      if (change.size < now) grown.fill(0, change.size, Math.min(now, grown.length));
      now = change.size;
      continue;
    }
    const end = change.at + change.bytes.length;
    if (end > grown.length) grown = Buffer.concat([grown, Buffer.alloc(Math.max(end, grown.length))]);
    change.bytes.copy(grown, change.at);
    now = Math.max(now, end);
  }
  return { bytes: grown, size: now };
}

function writeFolder(folder: StoredFolder, into: string, losing: Losing): void {
  mkdirSync(into, { recursive: true, mode: 0o700 });
  const names = new Map(folder.synced);
  for (const change of folder.changes) if (isThere(change.order, losing)) setNames(names, change.names);
  for (const [name, item] of names) {
    const path = join(into, name);
    if (item.kind === 'folder') writeFolder(item, path, losing);
    else writeFileSync(path, readLeft(item, losing), { mode: 0o600 });
  }
}

function isThere(order: number, { loss, until, choose }: Losing): boolean {
  if (loss === 'any') return choose(2) === 0;
  return loss !== 'none' && order <= until;
}

/** The bytes of a file after the loss. */
function readLeft({ synced, changes }: StoredFile, losing: Losing): Buffer {
  const { loss, sector, until, choose } = losing;
  const copy = { bytes: Buffer.from(synced.bytes), size: synced.size };
  if (loss !== 'any') {
    const kept = loss === 'none' ? [] : changes.filter(({ order }) => order <= until);
    const whole = applyChanges(copy, loss === 'first' ? tearLast(kept, sector, choose) : kept);
    return readSized(whole);
  }
  return readSized(applyAny(copy, changes, losing));
}

/** The last write is cut at a sector. */
function tearLast(
  changes: readonly UnsyncedChange[],
  sector: number,
  choose: Choose,
): readonly UnsyncedChange[] {
  const last = changes.at(-1);
  if (last === undefined || 'size' in last) return changes;
  const first = Math.floor(last.at / sector);
  const count = Math.floor((last.at + last.bytes.length - 1) / sector) - first + 1;
  const end = (first + choose(count + 1)) * sector - last.at;
  return [...changes.slice(0, -1), { ...last, bytes: last.bytes.subarray(0, Math.max(end, 0)) }];
}

/** Each sector is as it was after any of the writes since the last sync, and the size as after any of the changes. */
function applyAny(
  synced: { bytes: Buffer; size: number },
  changes: readonly UnsyncedChange[],
  { sector, choose }: Losing,
): { bytes: Buffer; size: number } {
  if (changes.length === 0) return synced;
  const sizedUpTo = choose(changes.length + 1);
  const { size } = changes.slice(0, sizedUpTo).reduce(
    (now, change) => ({
      size: 'size' in change ? change.size : Math.max(now.size, change.at + change.bytes.length),
    }),
    { size: synced.size },
  );
  // what lies beyond the size was not written
  const counts = new Map<number, number>();
  for (const change of changes)
    for (const at of listSectors(change, sector)) counts.set(at, (counts.get(at) ?? 0) + 1);
  const left = new Map([...counts].map(([at, count]) => [at, choose(count + 1)]));
  let state = synced;
  changes.forEach((change, place) => {
    if ('size' in change) {
      if (place < sizedUpTo) state = applyChanges(state, [change]);
      return;
    }
    for (const at of listSectors(change, sector)) {
      const more = left.get(at) ?? 0;
      left.set(at, more - 1);
      if (more <= 0) continue;
      const start = Math.max(at * sector, change.at);
      const end = Math.min((at + 1) * sector, change.at + change.bytes.length);
      const bytes = change.bytes.subarray(start - change.at, end - change.at);
      state = applyChanges(state, [{ order: 0, at: start, bytes }]);
    }
  });
  return { bytes: state.bytes, size };
}

function listSectors(change: UnsyncedChange, sector: number): readonly number[] {
  if ('size' in change || change.bytes.length === 0) return [];
  const first = Math.floor(change.at / sector);
  const last = Math.floor((change.at + change.bytes.length - 1) / sector);
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

function readSized({ bytes, size }: { bytes: Buffer; size: number }): Buffer {
  return size <= bytes.length
    ? bytes.subarray(0, size)
    : Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
}
