import { CrierError } from '../../../errors.ts';
import type { ReadFile } from '../input/files/file-reader.ts';
import { createLazy } from '../output/text/sanitize-text.ts';
import { createKeyCommandRunner } from '../settings/key-command.ts';
import { getSettingsPaths, type SettingsPaths } from '../settings/paths.ts';
import { readSettings } from '../settings/read-settings.ts';
import { listNamedSecrets, mapSecrets, type OpenSecret } from '../settings/saved-secrets.ts';
import { addSaved, createKeyFileReader } from '../settings/secrets.ts';
import type { Credentials, SavedSecret, SavedSettings } from '../settings/settings.ts';
import type { SettingsEdit } from '../settings/write-settings.ts';
import type { ContextParts } from './context-parts.ts';

export type SettingsPort = ReturnType<typeof createSettingsPort>;

/** The settings saved on this machine, and its key files. */
export function createSettingsPort(parts: ContextParts, readFile: ReadFile) {
  const { world, output, secrets } = parts;
  let found: SavedSettings | null = null;
  const place = () => getSettingsPaths(world);
  const keys = createSavedKeys(parts);
  const use = (settings: SavedSettings) => {
    found = settings;
    addSaved(secrets, settings);
    return settings;
  };
  const save = async (how: KeyMove, change: (settings: SavedSettings) => SavedSettings) =>
    use(await keys.save(how, { place: place(), change }));
  return {
    ...keys,
    place,
    /** Reads the settings once per run; prints a note about anything that was fixed. */
    async read(): Promise<SavedSettings> {
      if (found !== null) return found;
      const { settings, warnings } = readSettings(place());
      use(settings);
      for (const sentence of warnings) await output.note(sentence);
      return settings;
    },
    /**
     * Changes the settings without losing concurrent changes; new keys are encrypted if the setting `credentials` asks
     * for it.
     *
     * @param change returns the same object for no change; it may be called more than once
     */
    change: (change: (settings: SavedSettings) => SavedSettings) => save('saveKeys', change),
    /** Changes where keys are saved, and moves all of them. @throws CrierError when the keyring cannot be used */
    moveKeys: (to: Credentials, change: (settings: SavedSettings) => SavedSettings) =>
      save(to === 'keyring' ? 'moveKeysToKeyring' : 'moveKeysToFile', change),
    /**
     * Replaces the whole file by a text that was checked.
     *
     * @param edit `before` is the content that was edited; null for no file
     * @throws CrierError of kind usage when the file was changed since
     */
    async replaceText(edit: SettingsEdit): Promise<void> {
      const before = tryReadSettings(place());
      const { replaceSettingsText } = await import('../settings/write-settings.ts');
      await replaceSettingsText(place(), edit);
      await keys.removeUnused(before, use(edit.settings));
    },
    /** Reads the settings from their file again when they are needed next. */
    forget() {
      found = null;
    },
    /** Resets the settings, even if they are damaged. */
    async reset(): Promise<void> {
      const before = tryReadSettings(place());
      const { resetSettings } = await import('../settings/write-settings.ts');
      await resetSettings(place());
      await keys.removeUnused(before, use({ contexts: {} }));
    },
    /** Masks a secret in everything that is printed from now on, and by clients that are opened from now on. */
    addSecret: (secret: string) => secrets.add(secret),
    runKeyCommand: createKeyCommandRunner(world, secrets),
    readKeyFile: createKeyFileReader(readFile, { secrets, world }, (sentence) => output.note(sentence)),
  };
}

type KeyMove = 'saveKeys' | 'moveKeysToKeyring' | 'moveKeysToFile';

/** Saved keys, which may be encrypted with a key in the keyring. */
function createSavedKeys({ world, output, secrets }: ContextParts) {
  const keyring = createLazy(async () => {
    const { createKeyring } = await import('../settings/keyring.ts');
    return createKeyring(world);
  });
  const openSecret: OpenSecret = async (secret, what) => {
    if (typeof secret === 'string') return secret;
    const opened = await (await keyring()).open(secret, what);
    secrets.add(opened);
    return opened;
  };
  return {
    /** The keyring of this system. */
    keyring,
    /** Reads a saved key. @throws CrierError of kind auth when the keyring cannot be used */
    openSecret,
    /** The same settings with all keys decrypted. @throws as `openSecret` */
    async openKeys(settings: SavedSettings): Promise<SavedSettings> {
      const opened = new Map<SavedSecret, string>();
      for (const { secret, what } of listNamedSecrets(settings))
        opened.set(secret, await openSecret(secret, what));
      return mapSecrets(settings, (secret) => opened.get(secret) ?? secret);
    },
    async save(
      how: KeyMove,
      { place, change }: { place: SettingsPaths; change(settings: SavedSettings): SavedSettings },
    ): Promise<SavedSettings> {
      const saving = await import('../settings/save-keys.ts');
      const changeAndHide = (before: SavedSettings) => {
        const after = change(before);
        addSaved(secrets, after); // new keys, before they are encrypted
        return after;
      };
      const { settings, notes } = await saving[how](changeAndHide, { place, env: world.env, keyring });
      for (const sentence of notes) await output.note(sentence);
      return settings;
    },
    /** Removes what the keyring has for keys that are no longer saved. @param before the settings that had them */
    async removeUnused(before: SavedSettings, after: SavedSettings): Promise<void> {
      const saving = await import('../settings/save-keys.ts');
      for (const note of await saving.removeUnused(before, after, keyring)) await output.note(note);
    },
  };
}

/** The settings; empty ones when they cannot be read. */
export function tryReadSettings(place: SettingsPaths): SavedSettings {
  try {
    return readSettings(place).settings;
  } catch (error) {
    if (error instanceof CrierError) return { contexts: {} };
    throw error;
  }
}
