import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import type { World } from '../../../world.ts';
import { defineFlag } from '../../framework/input/flags/flags.ts';
import { getSandboxFile } from '../../framework/settings/paths.ts';

/** The flag that names a seed file. */
export const SEED = defineFlag(
  z.string().min(1).optional().describe('start with this exported file (default: the demo data)'),
  { placeholder: 'file' },
);

export const SEED_NOT_USED =
  'the sandbox already has data, which is kept: "crier sandbox reset --seed <file>" replaces it';

type SeedFileMachine = Pick<World, 'env' | 'folder' | 'homeFolder' | 'platform'>;

/**
 * The file of `--seed` as an absolute path, so that a background process can open it, too.
 *
 * @throws CrierError of kind usage when it does not exist, since a background start would report that late
 */
export function requireSeedFile(
  given: string | undefined,
  { folder }: Pick<SeedFileMachine, 'folder'>,
): string | undefined {
  if (given === undefined) return undefined;
  const file = resolve(folder, given);
  const found = statFile(file);
  if (found?.isFile() === true) return file;
  const reason = found === undefined ? 'there is no such file' : 'it is not a plain file';
  throw createUsageError(`cannot read ${file}: ${reason}`, 'use a file written by "sandbox export"');
}

/** Whether this machine's sandbox has data. */
export function hasData(machine: SeedFileMachine): boolean {
  return (statFile(getSandboxFile(machine))?.size ?? 0) > 0;
}

function statFile(file: string) {
  try {
    return statSync(file);
  } catch {
    return undefined; // opening it reports the reason
  }
}
