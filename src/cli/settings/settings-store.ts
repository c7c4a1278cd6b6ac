import { getSettingsPaths, type SettingsPaths } from '../paths.ts';
import type { World } from '../world.ts';
import { readSettings } from './read-settings.ts';
import type { SavedSettings } from './settings.ts';

/** This machine's settings, as a command gets at them. */
export interface UserSettingsStore {
  /** Where they are. */
  place(): SettingsPaths;
  /** The settings, read once in a run; whatever was mended on the way is said. */
  read(): Promise<SavedSettings>;
  /** Changes them, so that nothing which others write meanwhile is lost. @param change the same object back: no change */
  change(change: (settings: SavedSettings) => SavedSettings): Promise<SavedSettings>;
  /** Begins anew, whatever stood there. */
  reset(): Promise<void>;
}

/** Who is told of what a desk comes upon. */
interface SettingsListeners {
  /** Gets one sentence at a time. */
  warn(sentence: string): Promise<void>;
  /** Gets settings as soon as they are read or changed. */
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
