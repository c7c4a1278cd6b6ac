import { join } from 'node:path';
import type * as z from 'zod';
import { tryParseBoundedJson } from '../../../domain/json/bounded-json.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import { ensurePrivateFolder, readPrivateFile } from '../../../storage/private-files.ts';
import { swapFile } from '../../../storage/swap-file.ts';
import type { World } from '../../../world.ts';
import type { ServiceOrSandbox } from './choose-service.ts';
import { getStateFolder } from './paths.ts';
import { SANDBOX } from './settings.ts';

/** A small JSON document that crier remembers on this machine, for the services and profiles that it called. */
export interface StateFile<Value> {
  /** The current value; the empty one if there is none, or, unless people wrote it, if the file is damaged. */
  read(): Value;
  /** Replaces the value atomically, while no other run changes it. @returns the new value */
  change(edit: (before: Value) => Value): Promise<Value>;
}

/** @param name of the file, without its ending @param empty the value of a new file */
export function openStateFile<Value>(
  machine: Pick<World, 'env' | 'homeFolder' | 'platform'>,
  {
    name,
    schema,
    empty,
    isDisposable = false,
    isWritten = false,
    folder = getStateFolder(machine),
    waitMs,
  }: {
    readonly name: string;
    readonly schema: z.ZodType<Value>;
    readonly empty: Value;
    /** Whether a file that cannot be read counts as empty, too, such as one that is too large. */
    readonly isDisposable?: boolean;
    /** Whether people wrote what is in it, so that a damaged file is an error and is not replaced. */
    readonly isWritten?: boolean;
    /** Default: that of the state. */
    readonly folder?: string;
    /** How long a change waits for other runs (default: that of a lock). */
    readonly waitMs?: number;
  },
): StateFile<Value> {
  const file = join(folder, `${name}.json`);
  const read = () => {
    const found = isDisposable ? tryReadPrivateFile(file) : readPrivateFile(file, 'text');
    if (found === null) return empty;
    const { data } = schema.safeParse(tryParseBoundedJson(Buffer.from(found.bytes).toString('utf8')));
    if (data === undefined && isWritten)
      throw createUsageError(`${file} is damaged`, 'repair it, or move it away to begin a new one');
    return data ?? empty;
  };
  return {
    read,
    // reads are frequent, and do not load what writes
    async change(edit) {
      const [{ writeFileSync }, { runUnderLock }] = await Promise.all([
        import('node:fs'),
        import('../../../storage/exclusive-lock.ts'),
      ]);
      ensurePrivateFolder(folder);
      const work = () => {
        const after = edit(read());
        const write = (into: string) =>
          writeFileSync(join(into, `${name}.json`), JSON.stringify(after), { mode: 0o600 });
        swapFile(file, write);
        return after;
      };
      return runUnderLock(join(folder, `${name}.lock`), work, waitMs);
    },
  };
}

function tryReadPrivateFile(file: string): ReturnType<typeof readPrivateFile> {
  try {
    return readPrivateFile(file, 'text');
  } catch (error) {
    if (error instanceof CrierError) return null;
    throw error;
  }
}

/** Names a service and the profile that it is called for: what is remembered for one does not apply to another. */
export function formatServiceKey(choice: ServiceOrSandbox): string {
  const service = choice.kind === 'sandbox' ? SANDBOX : (choice.context ?? choice.target.baseUrl.href);
  return joinServiceKey(service, choice.profile);
}

/** @param service the name of a context, or an address that has none */
export function joinServiceKey(service: string, profile: string | null): string {
  return JSON.stringify([service === SANDBOX ? 'sandbox' : 'service', service, profile]);
}
