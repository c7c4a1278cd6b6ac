import type * as z from 'zod';
import type { PrivateAllowlist } from '../../domain/addresses/public-url.ts';
import { ASSUMED } from '../../service/assumed.ts';
import type { PageQuery } from '../../service/control/call.ts';
import type { CONTROL, ControlAnswer, ControlName } from '../../service/control/control.ts';
import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import type { SandboxClock } from '../clock.ts';
import type { Engine } from '../engine/engine.ts';
import { createInputFailure } from '../http/service-failure.ts';
import type { RecordedFault } from '../networks/injected-faults.ts';
import { readCursor, writeCursor } from '../page-cursor.ts';
import type { PageRequest, RowCursor, RowPage } from '../store/pages.ts';
import {
  findLinkedAccount,
  findProfile,
  findProfileByAlias,
  listAllProfiles,
  type NetworkAccount,
  type Profile,
} from '../store/profiles.ts';

/** Dependencies of the control handlers. */
export interface ControlContext {
  store: Database;
  clock: SandboxClock;
  /** Runs automations and deliveries. */
  engine: Engine;
  /** Path of the data, or `:memory:`. */
  file: string;
  /** Private addresses that this run may reach. */
  allowance: PrivateAllowlist;
  /** The last internal fault of this process; null when there was none. */
  lastFault(): RecordedFault | null;
  /** Replaces all content of the store and keeps its keys. @param seedFile used instead of the demo data */
  refill(seedFile?: string): Promise<void>;
  /** Deletes the bytes of files that are no longer in the library. */
  sweepFiles(): void;
  /** Whether this process is a server, so that clients hold its keys. */
  isServed(): boolean;
  /** Size of the data in bytes. */
  storeBytes(): number;
  /** Returns unused space in the file to the disk; if that is not possible now, it is left for later. */
  compact(): void;
  /** Writes a copy of the whole store into an empty file. */
  exportTo(file: string): void;
  /**
   * Replaces everything, keys included, by an exported file. @returns the path of a backup; null for a store in
   * memory
   */
  importFrom(file: string): Promise<string | null>;
}

/**
 * Handles one control call.
 *
 * @throws ServiceFailure when it fails
 */
export type ControlHandler<N extends ControlName> = (
  input: z.output<(typeof CONTROL)[N]['input']>,
  context: ControlContext,
) => ControlAnswer<N> | Promise<ControlAnswer<N>>;

/** @throws ServiceFailure 101 that lists the existing profiles */
export function requireProfile(alias: string, store: Database): Profile {
  const profile = findProfileByAlias(store, alias);
  if (profile !== undefined) return profile;
  const known = listAllProfiles(store).map((each) => each.alias);
  throw createInputFailure(`profile: must be one of ${known.join(', ')}, not "${alias}"`);
}

/** The alias of a profile by its id. @throws Error when there is none, which only happens in a damaged store */
export function getAlias(profile: number, store: Database): string {
  const owner = findProfile(store, profile);
  if (owner === undefined) throw new Error(`the sandbox's data lacks the profile ${profile}`);
  return owner.alias;
}

/** @throws ServiceFailure 101 for an invalid cursor */
export function toPageRequest({ order = 'oldest', limit, cursor }: PageQuery): PageRequest {
  return {
    order,
    after: cursor === undefined ? null : readPlace(cursor),
    maxRows: limit ?? ASSUMED.controlPageRows.max,
    maxBytes: ASSUMED.controlPageBytes,
  };
}

export function formatCursor({ row, at }: RowCursor): string {
  return writeCursor([row, at ?? NO_TIME]);
}

export function buildPageMeta<Row extends { row: number }>(
  { rows, hasMore, start }: RowPage<Row>,
  { maxRows }: PageRequest,
  at: (row: Row) => number,
) {
  const last = rows.at(-1);
  const next = hasMore && last !== undefined ? formatCursor({ row: last.row, at: at(last) }) : null;
  return { pagination: { next, hasMore, limit: maxRows, start: formatCursor(start) } };
}

const NO_TIME = -1;

function readPlace(cursor: string): RowCursor {
  const [row, at] = readCursor(cursor, 2) ?? [];
  if (row === undefined || at === undefined)
    throw createInputFailure('cursor: must be a cursor of this list');
  return { row, at: at === NO_TIME ? null : at };
}

/** When something happens on a network: now, or earlier. @throws ServiceFailure 101 for a time in the future */
export function readPastTime(at: string | undefined, now: number): number {
  const time = at === undefined ? now : Date.parse(at);
  if (time > now) throw createInputFailure('at: is in the future');
  return time;
}

/** @throws ServiceFailure 101 when the profile has no account on the network */
export function requireAccountOn(
  platform: Platform,
  { id, alias }: Profile,
  store: Database,
): NetworkAccount {
  const account = findLinkedAccount(store, id, platform);
  if (account !== undefined) return account;
  throw createInputFailure(`platform: the profile ${alias} has no account on ${PLATFORMS[platform].name}`);
}

/** Looks up ids until the response is full. @returns the rows, and the ids that were not looked up */
export function findFitting<Row>(
  ids: readonly string[],
  find: (id: string) => readonly Row[],
): { found: Row[]; rest: string[] } {
  const found: Row[] = [];
  let bytes = 0;
  for (const [index, id] of ids.entries()) {
    if (bytes > ASSUMED.controlPageBytes) return { found, rest: ids.slice(index) };
    const rows = find(id);
    found.push(...rows);
    bytes += rows.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(rows));
  }
  return { found, rest: [] };
}
