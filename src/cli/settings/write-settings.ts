import { ensurePrivateFolder } from '../../disk/private-folder.ts';
import { swapFile } from '../../disk/swap-file.ts';
import type { SettingsPaths } from '../paths.ts';
import { readSettings } from './read-settings.ts';
import type { SavedSettings } from './settings.ts';

const OWNER_ONLY_FILE = 0o600;

/**
 * Changes the settings, so that nothing is lost whoever else writes at the same moment: they are read again under a
 * lock, changed, and put in place at one stroke.
 *
 * @param change gets the settings as they are now, and runs under the lock; the same object back means no change
 * @returns the settings as they are then
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

/** Begins anew, whatever stood there. */
export async function resetSettings(place: SettingsPaths): Promise<void> {
  await replaceUnderLock(place, () => ({ changed: { contexts: {} }, isSame: false }));
}

// What writes is loaded when something is written: a start that only reads pays for none of it.
async function replaceUnderLock(
  place: SettingsPaths,
  next: () => { readonly changed: SavedSettings; readonly isSame: boolean },
): Promise<SavedSettings> {
  const [{ runUnderLock }, { default: Conf }] = await Promise.all([
    import('../../disk/exclusive-lock.ts'),
    import('conf'),
  ]);
  ensurePrivateFolder(place.folder);
  return runUnderLock(place.lock, () => {
    const { changed, isSame } = next();
    if (isSame) return changed;
    // conf follows links and leaves other modes as they are, so it gets a folder of its own, in which there are none.
    swapFile(place.file, (folder) => {
      const file = new Conf<Record<string, unknown>>({ cwd: folder, configFileMode: OWNER_ONLY_FILE });
      file.store = changed;
    });
    return changed;
  });
}
