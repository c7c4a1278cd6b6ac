import type { ReadFile } from '../input/files/file-reader.ts';
import { createKeyCommandRunner } from '../settings/key-command.ts';
import { getSettingsPaths } from '../settings/paths.ts';
import { readSettings } from '../settings/read-settings.ts';
import { addSaved, createKeyFileReader } from '../settings/secrets.ts';
import type { SavedSettings } from '../settings/settings.ts';
import type { SettingsEdit } from '../settings/write-settings.ts';
import type { ContextParts } from './context-parts.ts';

export type SettingsPort = ReturnType<typeof createSettingsPort>;

/** The settings saved on this machine, and its key files. */
export function createSettingsPort({ world, output, secrets }: ContextParts, readFile: ReadFile) {
  let found: SavedSettings | null = null;
  const place = () => getSettingsPaths(world);
  return {
    place,
    /** Reads the settings once per run; prints a note about anything that was fixed. */
    async read(): Promise<SavedSettings> {
      if (found !== null) return found;
      const { settings, warnings } = readSettings(place());
      found = settings;
      addSaved(secrets, settings);
      for (const sentence of warnings) await output.note(sentence);
      return settings;
    },
    /**
     * Changes the settings without losing concurrent changes. @param change returns the same object for no
     * change
     */
    async change(change: (settings: SavedSettings) => SavedSettings): Promise<SavedSettings> {
      const { changeSettings } = await import('../settings/write-settings.ts');
      found = await changeSettings(place(), change);
      addSaved(secrets, found);
      return found;
    },
    /**
     * Replaces the whole file by a text that was checked.
     *
     * @param edit `before` is the content that was edited; null for no file
     * @throws CrierError of kind usage when the file was changed since
     */
    async replaceText(edit: SettingsEdit): Promise<void> {
      const { replaceSettingsText } = await import('../settings/write-settings.ts');
      await replaceSettingsText(place(), edit);
      found = edit.settings;
      addSaved(secrets, found);
    },
    /** Reads the settings from their file again when they are needed next. */
    forget() {
      found = null;
    },
    /** Resets the settings, even if they are damaged. */
    async reset(): Promise<void> {
      const { resetSettings } = await import('../settings/write-settings.ts');
      await resetSettings(place());
      found = { contexts: {} };
    },
    /** Masks a secret in everything that is printed from now on, and by clients that are opened from now on. */
    addSecret: (secret: string) => secrets.add(secret),
    runKeyCommand: createKeyCommandRunner(world, secrets),
    readKeyFile: createKeyFileReader(readFile, { secrets, world }, (sentence) => output.note(sentence)),
  };
}
