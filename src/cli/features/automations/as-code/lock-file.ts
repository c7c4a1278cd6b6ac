import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { LooseRecord } from '../../../../domain/json/loose-record.ts';
import { createUsageError, getSystemCode } from '../../../../errors.ts';
import { explainFileFault } from '../../../../storage/explain-file-fault.ts';
import { checkInputSize } from '../../../../storage/input-limits.ts';
import { writeShared } from '../../../../storage/swap-file.ts';

/** What the files were when they were last applied or exported, beside them. It belongs into the same repository. */
export const LOCK_NAME = 'crier.lock';

const AppliedResource = z.strictObject({
  id: z.string(),
  content: z.record(z.string(), z.unknown()),
  /** The version of the secret that was sent with it: the service tells no secrets. */
  secretVersion: z.string().optional(),
});
/** A resource as it was applied. */
export type AppliedResource = z.infer<typeof AppliedResource>;

/** By service, profile, kind and name. */
const Lock = z.strictObject({
  version: z.literal(1),
  services: z.record(
    z.string(),
    z.record(z.string(), z.record(z.string(), z.record(z.string(), AppliedResource))),
  ),
});
type Lock = z.infer<typeof Lock>;

export interface LockOwner {
  /** The address of the service, or `sandbox`. */
  readonly service: string;
  /** The alias, or `none` for the Primary Profile. */
  readonly profile: string;
}

export interface AppliedChange {
  readonly kind: string;
  readonly name: string;
  /** Null for what is no longer there. */
  readonly applied: AppliedResource | null;
}

/** The part of a lock file that is about one profile of one service. */
export function openLockFile(folder: string, { service, profile }: LockOwner) {
  const file = join(folder, LOCK_NAME);
  return {
    read: (kind: string): ReadonlyMap<string, AppliedResource> =>
      new Map(Object.entries(readLock(file).services[service]?.[profile]?.[kind] ?? {})),
    /** @throws CrierError of kind usage: what is applied could not be recorded */
    requireWritable: () => writeShared(file, serialize(readLock(file))),
    /** Reads it again first: another run may have applied other files of the same folder. */
    async change(changes: readonly AppliedChange[]): Promise<void> {
      const lock = readLock(file);
      const before = serialize(lock);
      const profiles = lock.services[service] ?? {};
      const kinds = profiles[profile] ?? {};
      lock.services[service] = { ...profiles, [profile]: kinds };
      for (const { kind, name, applied } of changes) {
        const { [name]: known, ...others } = kinds[kind] ?? {};
        const secretVersion = applied?.secretVersion ?? known?.secretVersion;
        kinds[kind] =
          applied === null
            ? others
            : { ...others, [name]: { ...applied, ...(secretVersion !== undefined && { secretVersion }) } };
      }
      const text = serialize(lock);
      if (text !== before) await writeShared(file, text);
    },
  };
}
export type LockFile = ReturnType<typeof openLockFile>;

/** @throws CrierError of kind usage for one that is damaged */
function readLock(file: string): Lock {
  let text: string;
  try {
    checkInputSize(lstatSync(file).size, { name: file, kind: 'text' });
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return { version: 1, services: {} };
    throw getSystemCode(error) === null ? error : explainFileFault(`cannot read ${file}`, error);
  }
  const parsed = Lock.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw createUsageError(
    `${file} is damaged, or of a newer version of crier`,
    /^(?:<{7}|>{7}) /m.test(text)
      ? 'keep the lines of both sides of the conflict of git; of two with the same name, either'
      : 'take it from an earlier commit, or remove it: then who changed what is not known the next time',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A line for each resource, in the order of the names, so that branches can be merged. */
function serialize({ version, services }: Lock): string {
  const nest = (depth: number, value: LooseRecord): string => {
    const names = Object.keys(value).toSorted();
    const indent = '  '.repeat(depth);
    const lines = names.map((name) => {
      const member = value[name] as LooseRecord; // down to the resources, all are objects
      const text = depth > RESOURCE_DEPTH ? JSON.stringify(member) : nest(depth + 1, member);
      return `${indent}${JSON.stringify(name)}: ${text}`;
    });
    return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent.slice(2)}}`;
  };
  return `{\n  "version": ${version},\n  "services": ${nest(2, services)}\n}\n`;
}

/** Below service, profile and kind. */
const RESOURCE_DEPTH = 4;
