import { CrierError } from '../../errors.ts';
import { createProfileAlias } from '../../rules/create-profile-alias.ts';
import { saveProfile } from './save-profile.ts';
import { findContext } from './settings.ts';
import type { UserSettingsStore } from './settings-store.ts';

/** A profile that was just made. */
interface ProfileToStore {
  /** The context in which it is kept. */
  readonly context: string;
  readonly title: string;
  /** The alias that was asked for; undefined for one made from the title. */
  readonly alias: string | undefined;
  readonly profileKey: string;
  readonly refId: string | null;
}

/** What came of keeping it. */
export type StoreKeyResult =
  | { readonly alias: string; readonly failure: null }
  | { readonly alias: null; readonly failure: CrierError };

/**
 * Saves the key of a new profile. Nobody's key is written over, and whatever goes wrong is handed back: the key that the
 * service gives once has to be shown all the same.
 */
export async function storeProfileKey(
  settings: UserSettingsStore,
  fresh: ProfileToStore,
): Promise<StoreKeyResult> {
  const { context, title, profileKey, refId } = fresh;
  let alias = '';
  try {
    await settings.change((before) => {
      const taken = Object.keys(findContext(before, context)?.profiles ?? {});
      const isFree = fresh.alias !== undefined && !taken.includes(fresh.alias);
      alias = isFree && fresh.alias !== undefined ? fresh.alias : createProfileAlias(title, taken);
      return saveProfile(before, context, { alias, profileKey, ...(refId !== null && { refId }) });
    });
    return { alias, failure: null };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const failure = new CrierError(
      'partial',
      `the profile was made, but its key could not be saved: ${why}`,
      {
        http: null,
        advice:
          'keep the key that was printed, and save it later: "crier profiles save <alias> --profile-key-file -"',
        cause,
      },
    );
    return { alias: null, failure };
  }
}
