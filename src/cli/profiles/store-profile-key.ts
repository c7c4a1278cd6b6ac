import { createProfileAlias } from '../../domain/text/create-profile-alias.ts';
import { CrierError } from '../../errors.ts';
import { findContext } from '../settings/settings.ts';
import type { UserSettingsStore } from '../settings/settings-store.ts';
import { saveProfile } from './save-profile.ts';

/** A new profile. */
interface ProfileToStore {
  /** The context to save it in. */
  readonly context: string;
  readonly title: string;
  /** The requested alias; undefined for one derived from the title. */
  readonly alias: string | undefined;
  readonly profileKey: string;
  readonly refId: string | null;
}

/** The result of saving the key. */
export type StoreKeyResult =
  | { readonly alias: string; readonly failure: null }
  | { readonly alias: null; readonly failure: CrierError };

/**
 * Saves the key of a new profile without overwriting another. Errors are returned instead of thrown, since
 * the key, which the service returns only once, still has to be shown.
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
      `the profile was created, but its key could not be saved: ${why}`,
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
