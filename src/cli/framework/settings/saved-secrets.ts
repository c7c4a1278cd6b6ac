import { mask } from '../../../client/mask.ts';
import { findContext, type SavedContext, type SavedSecret, type SavedSettings } from './settings.ts';

/** Reads a saved key: as it is, or decrypted. @param what it is: `api-key of the context "work"` */
export type OpenSecret = (secret: SavedSecret, what: string) => Promise<string>;

/** The last four characters of a key; of one that is encrypted, where what opens it is. */
export function showSecret(secret: SavedSecret): string {
  return typeof secret === 'string' ? mask(secret) : 'in the keyring';
}

/** Names a key in errors. @param name of the setting, or of a profile */
export function nameSecret(name: string, context: string): string {
  return `${name} of the context "${context}"`;
}

/** A saved key, and what it is. */
interface NamedSecret {
  readonly secret: SavedSecret;
  readonly what: string;
}

export function listNamedSecrets(settings: SavedSettings): readonly NamedSecret[] {
  const found: NamedSecret[] = [];
  mapSecrets(settings, (secret, what) => {
    found.push({ secret, what });
    return secret;
  });
  return found;
}

/** Lists the keys that are saved as they are. */
export function listPlainSecrets(settings: SavedSettings): readonly string[] {
  return listNamedSecrets(settings).flatMap(({ secret }) => (typeof secret === 'string' ? [secret] : []));
}

/** Lists the entries of the keyring that saved keys need. */
export function listKeyringEntries(settings: SavedSettings): readonly string[] {
  const found = listNamedSecrets(settings).flatMap(({ secret }) =>
    typeof secret === 'string' ? [] : [secret.keyring],
  );
  return [...new Set(found)];
}

/** Replaces every saved key of all contexts. */
export function mapSecrets(
  settings: SavedSettings,
  replace: (secret: SavedSecret, what: string) => SavedSecret,
): SavedSettings {
  const contexts = Object.entries(settings.contexts).map(([name, context]) => [
    name,
    mapContext(context, (secret, field) => replace(secret, nameSecret(field, name))),
  ]);
  return { ...settings, contexts: Object.fromEntries(contexts) };
}

function mapContext(
  context: SavedContext,
  replace: (secret: SavedSecret, name: string) => SavedSecret,
): SavedContext {
  const { apiKey, xApiKey, xApiSecret, webhookSecret, profiles } = context;
  return {
    ...context,
    ...(apiKey !== undefined && { apiKey: replace(apiKey, 'api-key') }),
    ...(xApiKey !== undefined && { xApiKey: replace(xApiKey, 'x-api-key') }),
    ...(xApiSecret !== undefined && { xApiSecret: replace(xApiSecret, 'x-api-secret') }),
    ...(webhookSecret !== undefined && { webhookSecret: replace(webhookSecret, 'webhook-secret') }),
    ...(profiles !== undefined && {
      profiles: Object.fromEntries(
        Object.entries(profiles).map(([alias, profile]) => [
          alias,
          { ...profile, profileKey: replace(profile.profileKey, `key of the profile "${alias}"`) },
        ]),
      ),
    }),
  };
}

/** The profiles of a context with their keys. @param context its name; null for none */
export async function readProfileKeys(
  settings: SavedSettings,
  context: string | null,
  openSecret: OpenSecret,
) {
  const { profiles = {} } = (context === null ? null : findContext(settings, context)) ?? {};
  return Promise.all(
    Object.entries(profiles).map(async ([alias, { profileKey, refId }]) => ({
      alias,
      profileKey: await openSecret(profileKey, nameSecret(`key of the profile "${alias}"`, context ?? '')),
      refId: refId ?? null,
    })),
  );
}

/** Where a key was saved, for a note. @param secret as it is saved now; undefined for none */
export function describeSavedPlace(file: string, secret: SavedSecret | undefined): string {
  return typeof secret === 'object'
    ? `${file}, encrypted with a key in the keyring of this system`
    : `${file}, readable only by you (0600), not encrypted`;
}
