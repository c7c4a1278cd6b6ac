import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runFileOperation } from '../../disk/explain-file-fault.ts';
import { checkPrivateFolder } from '../../disk/private-folder.ts';
import { type PrivateFile, readPrivateFile } from '../../disk/read-private-file.ts';
import { writeNewFile } from '../../disk/swap-file.ts';
import { type CrierError, createUsageError } from '../../errors.ts';
import type { SettingsPaths } from '../paths.ts';
import { SavedSettings } from './settings.ts';

/** The settings as they were found. */
export interface FoundSettings {
  readonly settings: SavedSettings;
  /** What was put right on the way, or should be: a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Reads the settings: a look at the folder, and one small file.
 *
 * @throws CrierError `usage` when the file is a link, or damaged: then it is copied aside, and stays in place
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
      ? `others on this machine could read or change ${place.file}; its permissions were fixed, and its keys should be replaced`
      : `others on this machine can read or change ${place.file}, and that cannot be mended: ${found.stillLoose}`;
  return { settings, warnings: [...warnings, loose] };
}

/** @returns what is wrong, as a text that repeats nothing of the file: it holds keys */
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
  return place === '' ? 'it is no object' : `${place} is not what it should be`;
}

function createDamagedError(
  place: SettingsPaths,
  { bytes, writtenMs }: PrivateFile,
  fault: string,
): CrierError {
  const time = new Date(writtenMs).toISOString().replaceAll(/[-:.]/g, '');
  const copy = join(place.folder, `${COPY}${time}`);
  const remedy = 'mend the file, or begin anew with "crier config reset"';
  return createUsageError(
    `the settings in ${place.file} cannot be read: ${fault}`,
    isCopied(copy, bytes) ? `a copy is kept in ${copy}; ${remedy}` : remedy,
  );
}

/** @returns false when the disk takes no copy: that the file is damaged matters more, and it stays in place */
function isCopied(copy: string, bytes: Buffer): boolean {
  try {
    // named by when it was written: the second look at the same damage makes no second copy
    writeNewFile(copy, bytes);
    return true;
  } catch {
    return false;
  }
}

const COPY = 'config.corrupt-';

/** The copies of damaged settings that are still there; they hold keys, as the settings did. */
export function listDamagedCopies({ folder }: SettingsPaths): readonly string[] {
  return runFileOperation(`cannot look into the folder ${folder}`, () => readdirSync(folder))
    .filter((name) => name.startsWith(COPY))
    .map((name) => join(folder, name));
}
