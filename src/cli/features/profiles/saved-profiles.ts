import * as z from 'zod';
import { CrierError } from '../../../errors.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import type { SandboxPort } from '../../framework/command/sandbox/sandbox.ts';
import type { SettingsPort } from '../../framework/command/settings.ts';
import { maskLikelySecret } from '../../framework/output/text/known-secrets.ts';
import { crier } from '../../framework/output/text/shell-command.ts';
import { suggestNearest } from '../../framework/output/text/suggest-nearest.ts';
import { readProfileKeys } from '../../framework/settings/saved-secrets.ts';
import {
  findContext,
  replaceContext,
  requireContext,
  SANDBOX,
  type SavedContext,
  type SavedProfile,
  type SavedSettings,
} from '../../framework/settings/settings.ts';

/** This machine's name for a User Profile. */
export interface ProfileAlias {
  readonly alias: string;
  readonly refId: string | null;
}

/** Lists the aliases of a context; for the built-in one, those of the sandbox. */
export async function listAliases(
  name: string,
  settings: SavedSettings,
  sandbox: SandboxPort,
): Promise<readonly ProfileAlias[]> {
  if (name === SANDBOX) return (await sandbox.control()).connection.credentials.profiles;
  const { profiles, profilesWithoutKey } = findContext(settings, name) ?? {};
  return Object.entries({ ...profilesWithoutKey, ...profiles }).map(([alias, { refId }]) => ({
    alias,
    refId: refId ?? null,
  }));
}

/**
 * Refuses an unknown alias; `none` is the Primary Profile, and always known.
 *
 * @param name of the context
 * @throws CrierError of kind not-found
 */
export function requireAlias(alias: string, name: string, aliases: readonly string[]): void {
  if (alias === 'none' || aliases.includes(alias)) return;
  throw new CrierError('not-found', `the context "${name}" has no profile "${maskLikelySecret(alias)}"`, {
    http: null,
    advice: [
      `${suggestNearest(alias, aliases)}"crier profiles list" lists them`,
      ...(name === SANDBOX ? [] : ['"crier profiles save <alias>" saves a key']),
    ].join('; '),
  });
}

/** A User Profile whose key is saved on this machine. */
export interface KnownProfile extends ProfileAlias {
  readonly profileKey: string;
}

/**
 * Lists the profiles of a context with their keys; for the built-in one, those of the sandbox.
 *
 * @param name of the context; null for an address from a flag or variable
 */
export async function listKnownProfiles(
  name: string | null,
  saved: SavedSettings,
  { settings, sandbox }: Pick<CommandContext, 'settings' | 'sandbox'>,
): Promise<readonly KnownProfile[]> {
  if (name === null) return [];
  if (name === SANDBOX) return (await sandbox.control()).connection.credentials.profiles;
  return readProfileKeys(saved, name, settings.openSecret);
}

/**
 * Adds a profile's key to a context under an alias.
 *
 * @param name of the context
 * @throws CrierError of kind not-found when there is no such context
 */
export function saveProfile(
  settings: SavedSettings,
  name: string,
  { alias, ...profile }: Pick<SavedProfile, 'profileKey' | 'refId'> & { alias: string },
): SavedSettings {
  const context = requireContext(settings, name);
  const { profilesWithoutKey = {}, ...others } = context;
  const waiting = omitKey(profilesWithoutKey, alias);
  return replaceContext(settings, name, {
    ...others,
    profiles: { ...context.profiles, [alias]: profile },
    ...(Object.keys(waiting).length > 0 && { profilesWithoutKey: waiting }),
  });
}

/** A change of the aliases of a context. */
export const ProfileChange = z.strictObject({
  context: z.string(),
  alias: z.string().nullable().describe('null is the Primary Profile'),
  title: z.string().nullable().describe('title of the profile at the service, when it was requested'),
  profiles: z.array(z.string()).describe('the aliases of the context after the change'),
});

/** @param done title of the alias's line */
export function buildProfileChangeView(document: z.infer<typeof ProfileChange>, done: string) {
  return {
    kind: 'record',
    document,
    lines: [
      { name: 'context', title: 'context', value: document.context },
      { name: 'alias', title: done, value: document.alias ?? 'none (the Primary Profile)' },
      { name: 'title', title: 'title', value: document.title },
      { name: 'profiles', title: 'aliases', value: document.profiles.join(', ') },
    ],
  } as const;
}

/**
 * Forgets the alias of a deleted profile. Errors are returned instead of thrown, since the profile is already
 * deleted.
 */
export async function forgetDeletedProfile(
  settings: SettingsPort,
  { name, alias }: { name: string; alias: string },
): Promise<{ notes?: readonly string[]; failure?: CrierError }> {
  let notes: readonly string[] = [];
  try {
    await settings.change((before) => {
      notes = noteForgottenProfile(before, name, alias);
      return forgetProfile(before, name, alias);
    });
    return { notes };
  } catch (cause) {
    const message = 'the profile was deleted, but its alias could not be removed';
    const advice = `"${crier`profiles forget ${alias} --context ${name}`}" removes it`;
    return { failure: createSettingsFailure(message, advice, cause) };
  }
}

/** The failure of a change of the settings after the service made its own. @param message without its reason */
export function createSettingsFailure(message: string, advice: string, cause: unknown): CrierError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new CrierError('partial', `${message}: ${why}`, { http: null, advice, cause });
}

/**
 * Removes an alias of a context, also as its default profile; returns the same object when there is no such
 * alias.
 *
 * @param name of the context
 */
export function forgetProfile(settings: SavedSettings, name: string, alias: string): SavedSettings {
  const context = findContext(settings, name);
  if (context === null) return settings;
  const { profile, profiles, profilesWithoutKey, ...rest } = context;
  const isKnown = Object.hasOwn({ ...profiles, ...profilesWithoutKey }, alias);
  if (!isKnown && profile !== alias) return settings;
  const others: SavedContext = {
    ...rest,
    ...(profiles !== undefined && { profiles: omitKey(profiles, alias) }),
    ...(profilesWithoutKey !== undefined && { profilesWithoutKey: omitKey(profilesWithoutKey, alias) }),
    ...(profile !== undefined && profile !== alias && { profile }),
  };
  return replaceContext(settings, name, others);
}

/** Notes that later writes go to another profile, when the removed alias was the default. */
export function noteForgottenProfile(
  settings: SavedSettings,
  name: string,
  alias: string,
): readonly string[] {
  return findContext(settings, name)?.profile === alias
    ? ['it was the default profile: commands now use the Primary Profile']
    : [];
}

function omitKey<Value>(values: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  const { [name]: _gone, ...others } = values;
  return others;
}
