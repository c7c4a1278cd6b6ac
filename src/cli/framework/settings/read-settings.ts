import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type CrierError, createUsageError } from '../../../errors.ts';
import { explainFileFault, runFileOperation } from '../../../storage/explain-file-fault.ts';
import { INPUT_LIMITS } from '../../../storage/input-limits.ts';
import { checkPrivateFolder, type PrivateFile, readPrivateFile } from '../../../storage/private-files.ts';
import { writeNewFile } from '../../../storage/swap-file.ts';
import { findProjectFile, type SettingsPaths } from './paths.ts';
import { SavedSettings, SettingName, WriteMode } from './settings.ts';

/** The settings, with warnings. */
interface FoundSettings {
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

const ProjectChoice = z.lazy(() =>
  z.strictObject({
    context: SettingName.optional(),
    profile: SettingName.optional(),
    writes: WriteMode.optional(),
  }),
);

/** The context and profile that a project file names, and which changes it allows. */
export interface Project extends z.infer<typeof ProjectChoice> {
  readonly file: string;
}

/**
 * Reads the project file of a folder. It can only name what is saved on this machine: a repository must not
 * decide about addresses and keys.
 *
 * @throws CrierError `usage` when it contains anything else
 * @see docs/command-line.md#flags
 * @see docs/safety.md#C3
 */
export function readProject(folder: string): Project | null {
  const file = findProjectFile(folder);
  if (file === null) return null;
  const choice = ProjectChoice.safeParse(readJson(file));
  if (choice.success) return { ...choice.data, file };
  throw createUsageError(
    `${file} may only contain the names of a context and a profile, and writes`,
    'write it as {"context": "work", "profile": "acme", "writes": "drafts"}, with one or more of them',
  );
}

function readJson(file: string): unknown {
  try {
    const found = lstatSync(file);
    if (!found.isFile() || found.size > INPUT_LIMITS.project) return null;
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw explainFileFault(`cannot read ${file}`, error, 'move it away');
  }
}
