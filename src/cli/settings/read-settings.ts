import { chmodSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type PrivateFile, readPrivateFile } from '../../disk/read-private-file.ts';
import { writeNewFile } from '../../disk/swap-file.ts';
import { type CrierError, usageError } from '../../errors.ts';
import type { SettingsPlace } from '../places.ts';
import { Settings } from './settings.ts';

/** The settings as they were found. */
export interface FoundSettings {
  readonly settings: Settings;
  /** What was put right on the way, or should be: a sentence each. */
  readonly warnings: readonly string[];
}

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
const OWNER_ONLY_DIRECTORY = 0o700;

/**
 * Reads the settings: a look at the folder, and one small file.
 *
 * @throws CrierError `usage` when the file is a link, or damaged: then it is copied aside, and stays in place
 * @see architecture.md, decision 11; safety.md, C5 and C6
 */
export function readSettings(place: SettingsPlace): FoundSettings {
  const warnings = checkFolder(place);
  const found = warnings === null ? null : readPrivateFile(place.file);
  if (warnings === null || found === null) return { settings: { contexts: {} }, warnings: warnings ?? [] };
  const settings = parse(found.bytes);
  if (typeof settings === 'string') throw damaged(place, found, settings);
  if (!found.wasLoose) return { settings, warnings };
  const mended = `others on this machine could read or change ${place.file}; that is mended, and its keys should be replaced`;
  return { settings, warnings: [...warnings, mended] };
}

/**
 * A folder of ours is made its owner's alone. One that `CRIER_CONFIG_DIR` names may hold other things, so that its
 * rights are its owner's business: they are only warned of.
 *
 * @returns null when there is no folder
 */
function checkFolder({ folder, isOurs, hasModes }: SettingsPlace): readonly string[] | null {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isDirectory()) {
    throw usageError(
      `${folder} is a link or not a folder, and settings are not kept behind links`,
      'name the folder itself in CRIER_CONFIG_DIR',
    );
  }
  if (!hasModes || (found.mode & OTHERS) === 0) return [];
  if (isOurs) {
    chmodSync(folder, OWNER_ONLY_DIRECTORY);
    return [`others on this machine could look into ${folder}; that is mended`];
  }
  const isOpen = (found.mode & OTHERS_WRITE) !== 0 && (found.mode & STICKY) === 0;
  return isOpen
    ? [`others on this machine can write into ${folder}, where the settings are: chmod 700 it`]
    : [];
}

/** @returns what is wrong, as a text that repeats nothing of the file: it holds keys */
function parse(bytes: Buffer): Settings | string {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return bytes.length === 0 ? 'it is empty' : 'it is not JSON';
  }
  const result = Settings.safeParse(value);
  if (result.success) return result.data;
  const place = result.error.issues[0]?.path.map(String).join('.') ?? '';
  return place === '' ? 'it is no object' : `${place} is not what it should be`;
}

function damaged(place: SettingsPlace, { bytes, writtenMs }: PrivateFile, fault: string): CrierError {
  const time = new Date(writtenMs).toISOString().replaceAll(/[-:.]/g, '');
  const copy = join(place.folder, `config.corrupt-${time}`);
  // named by when it was written: the second look at the same damage makes no second copy
  writeNewFile(copy, bytes);
  return usageError(
    `the settings in ${place.file} cannot be read: ${fault}`,
    `a copy is kept in ${copy}; mend the file, or begin anew with "crier config reset"`,
  );
}
