import type { World } from '../../world.ts';
import { getSettingsPaths, type SettingsPaths } from '../context/paths.ts';
import { readSettings } from './read-settings.ts';
import type { SavedSettings } from './settings.ts';

/** Access to this machine's settings. */
export interface UserSettingsStore {
  /** Returns their paths. */
  place(): SettingsPaths;
  /** Reads the settings once per run; prints a note about anything that was fixed. */
  read(): Promise<SavedSettings>;
  /**
   * Changes the settings without losing concurrent changes. @param change returns the same object for no
   * change
   */
  change(change: (settings: SavedSettings) => SavedSettings): Promise<SavedSettings>;
  /** Resets the settings, even if they are damaged. */
  reset(): Promise<void>;
}

/** Callbacks of a settings store. */
interface SettingsListeners {
  /** Called with one sentence at a time. */
  warn(sentence: string): Promise<void>;
  /** Called when settings are read or changed. */
  found(settings: SavedSettings): void;
}

export function openSettingsStore(world: World, listeners: SettingsListeners): UserSettingsStore {
  let found: SavedSettings | null = null;
  const place = () => getSettingsPaths(world);
  return {
    place,
    async read() {
      if (found !== null) return found;
      const { settings, warnings } = readSettings(place());
      found = settings;
      listeners.found(settings);
      for (const sentence of warnings) await listeners.warn(sentence);
      return settings;
    },
    async change(change) {
      const { changeSettings } = await import('./write-settings.ts');
      found = await changeSettings(place(), change);
      listeners.found(found);
      return found;
    },
    async reset() {
      const { resetSettings } = await import('./write-settings.ts');
      await resetSettings(place());
      found = { contexts: {} };
    },
  };
}
