import type { Client } from '../../../client/client.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import { listProfiles } from '../../../service/endpoints/profiles.ts';
import type { ProfileEntry } from '../../../service/profiles.ts';
import { maskLikelySecret } from '../../shell/mask-likely-secret.ts';
import { suggestNearest } from '../../shell/suggest-nearest.ts';
import type { KnownProfile } from '../known-profile.ts';

/** The profile that an argument names. */
export interface ProfileToDelete {
  /** Null when its key is not saved. */
  readonly known: KnownProfile | null;
  /** Null when it was not requested. */
  readonly entry: ProfileEntry | null;
  /** How the request identifies it. */
  readonly body: { readonly profileKey: string } | { readonly title: string };
}

const REF_ID = /^[0-9a-f]{40}$/;

/**
 * Finds a profile by its alias or refId; the service is asked only when its key is not saved. Other text is
 * never sent: it may be a key.
 *
 * @param names profiles whose keys are saved
 * @throws CrierError of kind not-found when there is none
 */
export async function findProfileToDelete(
  word: string,
  names: readonly KnownProfile[],
  client: Client,
): Promise<ProfileToDelete> {
  if (word === 'none') throw createUsageError('"none" is the Primary Profile, which cannot be deleted');
  const asRefId = word.toLowerCase();
  const known = names.find(({ alias, refId }) => alias === word || refId === asRefId) ?? null;
  if (known !== null) return { known, entry: null, body: { profileKey: known.profileKey } };
  const entry = REF_ID.test(asRefId) ? await findProfileEntry(asRefId, client) : null;
  const title = entry?.title ?? null;
  if (title === null) throw createUnknownProfileError(word, names);
  return { known, entry, body: { title } };
}

/** The service's entry of a profile; null when there is none. */
export async function findProfileEntry(refId: string, client: Client): Promise<ProfileEntry | null> {
  const { body } = await client.call(listProfiles, { query: { refId } });
  return (body.profiles ?? []).find((each) => each.refId === refId) ?? null;
}

function createUnknownProfileError(word: string, names: readonly KnownProfile[]): CrierError {
  const aliases = names.map(({ alias }) => alias);
  return new CrierError('not-found', `there is no profile "${maskLikelySecret(word)}"`, {
    http: null,
    advice: `${suggestNearest(word, aliases)}use an alias or a refId: "crier profiles list" shows both`,
  });
}
