import * as z from 'zod';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import { Plan } from '../../../service/plans.ts';
import { maskLikelySecret } from '../output/text/known-secrets.ts';
import { suggestNearest } from '../output/text/suggest-nearest.ts';
import { findNameFault } from './setting-name.ts';

/** The built-in context: this machine's sandbox. */
export const SANDBOX = 'sandbox';

/** The spelling of a service's comment routes. @see docs/service/comments.md#dialects */
export const Dialect = z.enum(['spec', 'alt']);
export type Dialect = z.infer<typeof Dialect>;

/** Which changes commands may send to a service. @see docs/command-line.md#writes */
export const WriteMode = z.enum(['on', 'ask', 'drafts', 'off']);
export type WriteMode = z.infer<typeof WriteMode>;

/** The name of a context or a profile, which is used on command lines and in files of other programs. */
export const SettingName = z.string().superRefine((name, { addIssue }) => {
  const fault = findNameFault(name);
  if (fault !== null) addIssue({ code: 'custom', message: fault });
});

/** Where saved keys are: as they are in the settings file, or sealed there, with a key in the keyring of the system. */
export const Credentials = z.enum(['file', 'keyring']);
export type Credentials = z.infer<typeof Credentials>;

// The schemas are created when there is a file to read.

/** A key that is encrypted. @see docs/decisions/0041-keyring.md */
const SealedSecret = z.lazy(() =>
  z.strictObject({
    /** The entry of the keyring that opens it. */
    keyring: z.string(),
    sealed: z.base64(),
  }),
);
export type SealedSecret = z.infer<typeof SealedSecret>;

const SavedSecret = z.lazy(() => z.union([z.string(), SealedSecret]));
export type SavedSecret = z.infer<typeof SavedSecret>;

/** A User Profile, saved under an alias. */
const SavedProfile = z.lazy(() =>
  z.looseObject({
    profileKey: SavedSecret,
    /** The service's public id of the profile, when it was checked. */
    refId: z.string().optional(),
  }),
);
export type SavedProfile = z.infer<typeof SavedProfile>;

/**
 * One service and its settings. Its keys are only sent to its address.
 *
 * @see docs/command-line.md#words
 */
export const SavedContext = z.lazy(() =>
  z.looseObject({
    baseUrl: z.string().optional(),
    apiKey: SavedSecret.optional(),
    /** Prints the API key, in place of a saved one. */
    keyCommand: z.string().optional(),
    /** The key pair of the user's own X app; both are needed. */
    xApiKey: SavedSecret.optional(),
    xApiSecret: SavedSecret.optional(),
    webhookSecret: SavedSecret.optional(),
    plan: Plan.optional(),
    dialect: Dialect.optional(),
    /** Which changes commands may send with it, where that is less than elsewhere. */
    writes: WriteMode.optional(),
    /** The default profile: an alias of `profiles`. */
    profile: z.string().optional(),
    /** By alias. */
    profiles: z.record(z.string(), SavedProfile).optional(),
    /** Profiles that a colleague handed over: their keys are not on this machine yet. By alias. */
    profilesWithoutKey: z.record(z.string(), z.looseObject({ refId: z.string().optional() })).optional(),
  }),
);
export type SavedContext = z.infer<typeof SavedContext>;

/** The settings saved on this machine. Unknown members of a newer version are kept. */
export const SavedSettings = z.lazy(() =>
  z.looseObject({
    /** The context that `context use` chose. */
    context: z.string().optional(),
    contexts: z.record(z.string(), SavedContext).default({}),
    /** Whether a notice reports a newer version (default: on). */
    updateNotice: z.enum(['on', 'off']).optional(),
    /** Which changes commands may send (default: all). */
    writes: WriteMode.optional(),
    /** Where new keys are saved (default: in the file). */
    credentials: Credentials.optional(),
    /** The file in which a team marks comments as done (default: each machine for itself). */
    doneFile: z.string().optional(),
    /** Commands of the user by name, and the words that each runs. */
    aliases: z.record(z.string(), z.string()).optional(),
    /** Programs on the path that were run as commands, by file: whether they get the keys. */
    programs: z.record(z.string(), z.looseObject({ keys: z.boolean() })).optional(),
  }),
);
export type SavedSettings = z.infer<typeof SavedSettings>;

/** Finds a saved context by name; the built-in one always exists. */
export function findContext(settings: SavedSettings, name: string): SavedContext | null {
  const saved = Object.hasOwn(settings.contexts, name) ? settings.contexts[name] : undefined;
  return saved ?? (name === SANDBOX ? {} : null);
}

/** Lists the names of all contexts, the built-in one first. */
export function listContextNames({ contexts }: SavedSettings): readonly string[] {
  return [SANDBOX, ...Object.keys(contexts).filter((name) => name !== SANDBOX)];
}

/**
 * The default context of commands. The built-in one is only the default while no other is saved, so that demo
 * data is never mistaken for a service's.
 *
 * @returns null when contexts are saved and none is chosen
 */
export function findCurrentContext(settings: SavedSettings): string | null {
  if (settings.context !== undefined) return settings.context;
  return listContextNames(settings).length === 1 ? SANDBOX : null;
}

/** @throws CrierError of kind auth when contexts are saved and none is chosen */
export function requireChosen(settings: SavedSettings): void {
  if (findCurrentContext(settings) !== null) return;
  const names = listContextNames(settings);
  throw new CrierError('auth', 'contexts are saved on this machine, but none is in use', {
    http: null,
    advice: `choose one with "crier context use <name>": ${joinWithOr(names)}`,
    isDiscovery: true,
  });
}

/** Replaces one context; null removes it. */
export function replaceContext(
  settings: SavedSettings,
  name: string,
  context: SavedContext | null,
): SavedSettings {
  const { [name]: _before, ...others } = settings.contexts;
  return { ...settings, contexts: context === null ? others : { ...others, [name]: context } };
}

/** Removes all keys of a context, as a logout does. */
export function removeKeys(context: SavedContext): SavedContext {
  const {
    apiKey: _1,
    keyCommand: _7,
    xApiKey: _2,
    xApiSecret: _3,
    webhookSecret: _4,
    profile: _5,
    profiles: _6,
    ...rest
  } = context;
  return rest;
}

/** Lists the secrets of a context by the names of their settings. */
export function listKeys(context: SavedContext): readonly string[] {
  const { apiKey, keyCommand, xApiKey, xApiSecret, webhookSecret, profiles = {} } = context;
  const named = {
    'api-key': apiKey,
    'key-command': keyCommand,
    'x-api-key': xApiKey,
    'x-api-secret': xApiSecret,
    'webhook-secret': webhookSecret,
  };
  return [
    ...Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    ...Object.keys(profiles).map((alias) => `profile ${alias}`),
  ];
}

/**
 * Finds a context, or throws.
 *
 * @throws CrierError of kind not-found
 */
export function requireContext(settings: SavedSettings, name: string): SavedContext {
  const saved = findContext(settings, name);
  if (saved !== null) return saved;
  throw new CrierError('not-found', `there is no context "${maskLikelySecret(name)}" on this machine`, {
    http: null,
    advice: `${suggestNearest(name, listContextNames(settings))}"crier context list" lists them`,
  });
}
