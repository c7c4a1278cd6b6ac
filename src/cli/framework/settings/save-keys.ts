import { CrierError, createUsageError } from '../../../errors.ts';
import type { World } from '../../../world.ts';
import { maskLikelySecret } from '../output/text/known-secrets.ts';
import type { Keyring, SealingKey } from './keyring.ts';
import { CREDENTIALS, listMachineClaims } from './machine-keys.ts';
import type { SettingsPaths } from './paths.ts';
import { listKeyringEntries, listNamedSecrets, listPlainSecrets, mapSecrets } from './saved-secrets.ts';
import { Credentials, type SavedSettings } from './settings.ts';
import { changeSettings } from './write-settings.ts';

interface KeySaving {
  readonly place: SettingsPaths;
  readonly env: World['env'];
  /** Loaded when a key is encrypted, decrypted or removed. */
  readonly keyring: () => Promise<Keyring>;
}

/** The settings as they are saved now, and what the user has to know. */
interface SavedKeys {
  readonly settings: SavedSettings;
  readonly notes: readonly string[];
}

type ChangeOfSettings = (settings: SavedSettings) => SavedSettings;

/**
 * Changes the settings. New keys are encrypted where the setting `credentials` asks for it, and with them those that are
 * not yet; where the keyring cannot be used, they are saved as they are, which a note says.
 *
 * @param change gets the current settings; it is called again when a key is needed first
 * @see docs/command-line.md#keyring
 */
export async function saveKeys(change: ChangeOfSettings, saving: KeySaving): Promise<SavedKeys> {
  const { place, env } = saving;
  const mustSeal = (before: SavedSettings, after: SavedSettings) =>
    hasNewSecret(before, after) && readCredentials(env, after) === 'keyring';
  const { settings, fault, notes } = await changeSealing(change, mustSeal, saving);
  if (fault === null) return { settings, notes };
  const fallback = `the keyring cannot be used: ${fault}; the key is saved in ${place.file} instead, readable only by you (0600), not encrypted`;
  return { settings, notes: [fallback, ...notes] };
}

/** Encrypts all saved keys. @throws CrierError of kind unavailable when the keyring cannot be used: nothing is changed */
export async function moveKeysToKeyring(change: ChangeOfSettings, saving: KeySaving): Promise<SavedKeys> {
  // also without any key to encrypt
  const found = await (await saving.keyring()).find('');
  if (found !== null && 'fault' in found) throw createUnusableError(found.fault);
  let count = 0;
  const mustSeal = (before: SavedSettings) => {
    count = listPlainSecrets(before).length;
    return count > 0;
  };
  const { settings, fault, notes } = await changeSealing(change, mustSeal, saving, createUnusableError);
  if (fault !== null) throw createUnusableError(fault);
  const done =
    count === 0
      ? 'new keys will be encrypted with a key in the keyring of this system'
      : `keys encrypted with a key in the keyring of this system: ${count}`;
  return { settings, notes: [done, ...notes] };
}

/** Decrypts all saved keys. @throws CrierError of kind auth when one cannot be: nothing is changed */
export async function moveKeysToFile(change: ChangeOfSettings, saving: KeySaving): Promise<SavedKeys> {
  const { place } = saving;
  const keyring = await saving.keyring();
  const keys = new Map<string, SealingKey>();
  for (;;) {
    const state = { before: EMPTY, missing: EMPTY_LIST };
    const settings = await changeSettings(place, (before) => {
      state.before = before;
      state.missing = listKeyringEntries(before).filter((id) => !keys.has(id));
      if (state.missing.length > 0) return before;
      return mapSecrets(change(before), (secret, what) => {
        const key = typeof secret === 'string' ? undefined : keys.get(secret.keyring);
        return typeof secret === 'string' || key === undefined ? secret : keyring.unseal(secret, key, what);
      });
    });
    if (state.missing.length === 0) {
      const count = listPlainSecrets(settings).length - listPlainSecrets(state.before).length;
      const done = `keys decrypted: ${count}; they are in ${place.file}, readable only by you (0600), not encrypted`;
      return { settings, notes: [done, ...(await removeUnused(state.before, settings, saving.keyring))] };
    }
    for (const id of state.missing) keys.set(id, await requireEntry(id, state.before, keyring));
  }
}

const EMPTY: SavedSettings = { contexts: {} };
const EMPTY_LIST: readonly string[] = [];

async function requireEntry(id: string, settings: SavedSettings, keyring: Keyring): Promise<SealingKey> {
  const key = await keyring.find(id);
  if (key !== null && !('fault' in key)) return key;
  if (key !== null) throw createUnusableError(key.fault);
  const needing = listNamedSecrets(settings).find(
    ({ secret }) => typeof secret !== 'string' && secret.keyring === id,
  );
  throw keyring.createLostError(needing?.what ?? 'key');
}

/**
 * Changes the settings, and encrypts all keys if they must be. The keyring is never asked under the lock: when a key is
 * needed, the change is tried again with it.
 *
 * @returns the fault of a keyring that cannot be used, with which the keys are saved as they are
 */
async function changeSealing(
  change: ChangeOfSettings,
  mustSeal: (before: SavedSettings, after: SavedSettings) => boolean,
  { place, keyring }: KeySaving,
  explainFault: ((fault: string) => CrierError) | null = null,
): Promise<SavedKeys & { fault: string | null }> {
  let key: (SealingKey & Pick<Keyring, 'seal'>) | null = null;
  let known: readonly string[] = [];
  let fault: string | null = null;
  for (;;) {
    const state: { before: SavedSettings; wanting: readonly string[] | null } = {
      before: EMPTY,
      wanting: null,
    };
    const settings = await changeSettings(place, (before) => {
      state.before = before;
      const after = change(before);
      if (after === before || fault !== null || !mustSeal(before, after)) return after;
      const entries = listKeyringEntries(before);
      if (key !== null && mayUse(key, entries, known)) return sealAll(after, key);
      state.wanting = entries;
      return before;
    });
    if (state.wanting === null)
      return { settings, fault, notes: await removeUnused(state.before, settings, keyring) };
    // another run was faster: its entry is used, and ours is not
    const opened = await keyring();
    if (key?.isNew) await opened.remove([key.id]);
    known = state.wanting;
    const found = await opened.provide(known);
    if (!('fault' in found)) key = { ...found, seal: opened.seal };
    else if (explainFault === null) fault = found.fault;
    else throw explainFault(found.fault);
  }
}

/**
 * Whether an entry stays while settings are written that need it: one that no saved key needs may be removed at any
 * moment, unless it is our own new one.
 *
 * @param entries that saved keys need now @param known those that the keyring was asked for
 */
function mayUse({ id, isNew }: SealingKey, entries: readonly string[], known: readonly string[]): boolean {
  return entries.includes(id) || (isNew && entries.every((each) => known.includes(each)));
}

function sealAll(settings: SavedSettings, key: SealingKey & Pick<Keyring, 'seal'>): SavedSettings {
  return mapSecrets(settings, (secret) => (typeof secret === 'string' ? key.seal(secret, key) : secret));
}

function hasNewSecret(before: SavedSettings, after: SavedSettings): boolean {
  const old = new Set(listPlainSecrets(before));
  return listPlainSecrets(after).some((secret) => !old.has(secret));
}

/** Removes the entries that no key needs after a change. */
export async function removeUnused(
  before: SavedSettings,
  after: SavedSettings,
  keyring: KeySaving['keyring'],
): Promise<readonly string[]> {
  const needed = listKeyringEntries(after);
  const unused = listKeyringEntries(before).filter((id) => !needed.includes(id));
  const fault = unused.length === 0 ? null : await (await keyring()).remove(unused);
  if (fault === null) return [];
  return [`the keyring keeps the entry ${unused.join(', ')} of crier, which no key needs any more: ${fault}`];
}

/** Where new keys are saved. @throws CrierError of kind usage for an unknown word in the variable */
export function readCredentials(env: World['env'], settings: SavedSettings): Credentials {
  const [{ value, where }] = listMachineClaims(CREDENTIALS, { env, settings });
  const known = Credentials.safeParse(value).data;
  if (known !== undefined) return known;
  throw createUsageError(`${where} is "${maskLikelySecret(value)}"`, 'set it to file or keyring');
}

function createUnusableError(fault: string): CrierError {
  return new CrierError('unavailable', `the keyring cannot be used: ${fault}`, {
    http: null,
    advice: 'nothing was changed; "crier help security" says what it needs',
  });
}
