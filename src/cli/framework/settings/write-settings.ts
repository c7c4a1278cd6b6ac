import { writeFileSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { createUsageError } from '../../../errors.ts';
import { ensurePrivateFolder, readPrivateFile } from '../../../storage/private-files.ts';
import { swapFile } from '../../../storage/swap-file.ts';
import type { SettingsPaths } from './paths.ts';
import { readSettings } from './read-settings.ts';
import type { SavedSettings } from './settings.ts';

const OWNER_ONLY_FILE = 0o600;

/**
 * Changes the settings without losing concurrent changes: they are read again under a lock, changed, and
 * replaced atomically.
 *
 * @param change gets the current settings, and runs under the lock; it returns the same object for no change
 * @returns the changed settings
 * @see docs/decisions/0011-settings.md
 * @see docs/safety.md#C5, #C6
 */
export async function changeSettings(
  place: SettingsPaths,
  change: (settings: SavedSettings) => SavedSettings,
): Promise<SavedSettings> {
  return replaceUnderLock(place, () => {
    const { settings } = readSettings(place);
    const changed = change(settings);
    return { changed, isSame: changed === settings };
  });
}

/** A text for the whole settings file. */
export interface SettingsEdit {
  /** The content that was edited; null when there was no file. */
  readonly before: Buffer | null;
  readonly text: string;
  readonly settings: SavedSettings;
}

/**
 * Replaces the settings by a text, as a person wrote it.
 *
 * @throws CrierError of kind usage when another run changed them since they were read
 */
export async function replaceSettingsText(
  place: SettingsPaths,
  { before, text }: SettingsEdit,
): Promise<void> {
  const { runUnderLock } = await import('../../../storage/exclusive-lock.ts'); // node:sqlite: most runs only read
  runUnderLock(place.lock, () => {
    const now = readPrivateFile(place.file, 'settings')?.bytes ?? null;
    if (now === null ? before !== null : before === null || !now.equals(before)) {
      throw createUsageError(
        'the settings were changed by another run meanwhile, and yours were not saved',
        'edit them again',
      );
    }
    swapFile(place.file, (folder) =>
      writeFileSync(join(folder, basename(place.file)), text, { mode: OWNER_ONLY_FILE, flag: 'wx' }),
    );
  });
}

/** Resets the settings, even if they are damaged. */
export async function resetSettings(place: SettingsPaths): Promise<void> {
  await replaceUnderLock(place, () => ({ changed: { contexts: {} }, isSame: false }));
}

async function replaceUnderLock(
  place: SettingsPaths,
  next: () => { changed: SavedSettings; isSame: boolean },
): Promise<SavedSettings> {
  // most runs only read
  const [{ runUnderLock }, { default: Conf }] = await Promise.all([
    import('../../../storage/exclusive-lock.ts'),
    import('conf'),
  ]);
  ensurePrivateFolder(place.folder);
  return runUnderLock(place.lock, () => {
    const { changed, isSame } = next();
    if (isSame) return changed;
    // into a new private folder, from which it replaces the old file: by itself, conf follows links and keeps loose modes
    swapFile(place.file, (cwd) => {
      const { name: configName } = parse(place.file);
      const conf = new Conf<SavedSettings>({ cwd, configName, configFileMode: OWNER_ONLY_FILE });
      conf.store = changed;
    });
    return changed;
  });
}
