import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CrierError, createUsageError } from '../../errors.ts';
import { runFileOperation } from '../../storage/explain-file-fault.ts';
import { checkPrivateFolder } from '../../storage/private-files.ts';
import { type PrivateFile, readPrivateFile } from '../../storage/read-private-file.ts';
import { writeNewFile } from '../../storage/swap-file.ts';
import type { SettingsPaths } from '../context/paths.ts';
import { SavedSettings } from './settings.ts';

/** The settings, with warnings. */
export interface FoundSettings {
  readonly settings: SavedSettings;
  /** Problems that were fixed, or have to be: a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Reads the settings: checks the folder and reads one small file.
 *
 * @throws CrierError `usage` when the file is a symbolic link, or damaged: then it is also copied, and stays
 *   in place
 * @see docs/decisions/0011-settings.md
 * @see docs/safety.md#C5, #C6
 */
export function readSettings(place: SettingsPaths): FoundSettings {
  const warnings = checkPrivateFolder(place);
  const found = warnings === null ? null : readPrivateFile(place.file, 'settings');
  if (warnings === null || found === null) return { settings: { contexts: {} }, warnings: warnings ?? [] };
  const settings = parseSettings(found.bytes);
  if (typeof settings === 'string') throw createDamagedError(place, found, settings);
  if (!found.wasLoose) return { settings, warnings };
  const loose =
    found.stillLoose === null
      ? `other users of this machine had access to ${place.file}; the permissions are fixed now, but replace the keys in it`
      : `other users of this machine have access to ${place.file}, and the permissions cannot be fixed: ${found.stillLoose}`;
  return { settings, warnings: [...warnings, loose] };
}

/** @returns the fault as a text that quotes nothing of the file, since it contains keys */
function parseSettings(bytes: Buffer): SavedSettings | string {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return bytes.length === 0 ? 'it is empty' : 'it is not JSON';
  }
  const result = SavedSettings.safeParse(value);
  if (result.success) return result.data;
  const place = result.error.issues[0]?.path.map(String).join('.') ?? '';
  return place === '' ? 'it is not an object' : `${place} is invalid`;
}

function createDamagedError(
  place: SettingsPaths,
  { bytes, writtenMs }: PrivateFile,
  fault: string,
): CrierError {
  const time = new Date(writtenMs).toISOString().replaceAll(/[-:.]/g, '');
  const copy = join(place.folder, `${COPY}${time}`);
  const remedy = 'fix the file, or start over with "crier config reset"';
  return createUsageError(
    `the settings in ${place.file} cannot be read: ${fault}`,
    isCopied(copy, bytes) ? `a copy was saved to ${copy}; ${remedy}` : remedy,
  );
}

/** @returns false when the copy fails, which is not reported: the file stays in place */
function isCopied(copy: string, bytes: Buffer): boolean {
  try {
    // named by the modification time, so that the same damaged file is copied only once
    writeNewFile(copy, bytes);
    return true;
  } catch {
    return false;
  }
}

const COPY = 'config.corrupt-';

/** Lists the copies of damaged settings, which also contain keys. */
export function listDamagedCopies({ folder }: SettingsPaths): readonly string[] {
  return runFileOperation(`cannot read the folder ${folder}`, () => readdirSync(folder))
    .filter((name) => name.startsWith(COPY))
    .map((name) => join(folder, name));
}
