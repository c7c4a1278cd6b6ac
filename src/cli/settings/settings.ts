import * as z from 'zod';
import { CrierError } from '../../errors.ts';
import { Plan } from '../../facts/plans.ts';
import { maskLikelySecret } from '../mask-likely-secret.ts';
import { joinWithOr, suggestNearest } from '../suggest-nearest.ts';
import { findNameFault } from './setting-name.ts';

/** The built-in context: this machine's sandbox. */
export const SANDBOX = 'sandbox';

/** Which spelling of the comment routes a service has. @see docs/service/comments.md#dialects */
export const Dialect = z.enum(['spec', 'alt']);
export type Dialect = z.infer<typeof Dialect>;

/** What may name a context or a profile: it stands on command lines, and in files of other programs. */
export const SettingName = z.string().superRefine((name, { addIssue }) => {
  const fault = findNameFault(name);
  if (fault !== null) addIssue({ code: 'custom', message: fault });
});

// The shapes of the file are made when there is one to read.

/** A User Profile under this machine's name for it. */
const SavedProfile = z.lazy(() =>
  z.looseObject({
    profileKey: z.string(),
    /** The service's public reference of it, when it was checked. */
    refId: z.string().optional(),
  }),
);
export type SavedProfile = z.infer<typeof SavedProfile>;

/**
 * One service and everything that belongs to it. Its keys are for its address, and go to no other.
 *
 * @see docs/command-line.md#words
 */
export const SavedContext = z.lazy(() =>
  z.looseObject({
    baseUrl: z.string().optional(),
    apiKey: z.string().optional(),
    /** The pair of one's own X app: half of it is of no use. */
    xApiKey: z.string().optional(),
    xApiSecret: z.string().optional(),
    webhookSecret: z.string().optional(),
    plan: Plan.optional(),
    dialect: Dialect.optional(),
    /** The profile that is acted for when nothing else is said: an alias of `profiles`. */
    profile: z.string().optional(),
    /** By alias. */
    profiles: z.record(z.string(), SavedProfile).optional(),
  }),
);
export type SavedContext = z.infer<typeof SavedContext>;

/** What is saved on this machine. Members that a newer crier knows are kept. */
export const SavedSettings = z.lazy(() =>
  z.looseObject({
    /** The context that `context use` chose. */
    context: z.string().optional(),
    contexts: z.record(z.string(), SavedContext).default({}),
  }),
);
export type SavedSettings = z.infer<typeof SavedSettings>;

/** A saved context by its name; the built-in one is there without having been saved. */
export function findContext(settings: SavedSettings, name: string): SavedContext | null {
  const saved = Object.hasOwn(settings.contexts, name) ? settings.contexts[name] : undefined;
  return saved ?? (name === SANDBOX ? {} : null);
}

/** Every context's name, the built-in one first. */
export function listContextNames({ contexts }: SavedSettings): readonly string[] {
  return [SANDBOX, ...Object.keys(contexts).filter((name) => name !== SANDBOX)];
}

/**
 * The context that commands use when nothing else is said. The built-in one stands in only while no other is saved:
 * made-up data must not answer in the place of a service.
 *
 * @returns null when contexts are saved and none of them is chosen
 */
export function findCurrentContext(settings: SavedSettings): string | null {
  if (settings.context !== undefined) return settings.context;
  return listContextNames(settings).length === 1 ? SANDBOX : null;
}

/** @throws CrierError of kind auth when contexts are saved and none of them is chosen */
export function requireChosen(settings: SavedSettings): void {
  if (findCurrentContext(settings) !== null) return;
  const names = listContextNames(settings);
  throw new CrierError('auth', 'contexts are saved on this machine, and none of them is in use', {
    http: null,
    advice: `choose one with "crier context use <name>": there are ${joinWithOr(names)}`,
  });
}

/** Settings with one context changed, or without it when `context` is null. */
export function replaceContext(
  settings: SavedSettings,
  name: string,
  context: SavedContext | null,
): SavedSettings {
  const { [name]: _before, ...others } = settings.contexts;
  return { ...settings, contexts: context === null ? others : { ...others, [name]: context } };
}

/** A context without its keys: what stays when one logs out. */
export function removeKeys(context: SavedContext): SavedContext {
  const {
    apiKey: _1,
    xApiKey: _2,
    xApiSecret: _3,
    webhookSecret: _4,
    profile: _5,
    profiles: _6,
    ...rest
  } = context;
  return rest;
}

/** What of a context is a secret, by the name of its setting. */
export function listKeys(context: SavedContext): readonly string[] {
  const { apiKey, xApiKey, xApiSecret, webhookSecret, profiles = {} } = context;
  const named = {
    'api-key': apiKey,
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
 * A context that must be there.
 *
 * @throws CrierError of kind not-found
 */
export function requireContext(settings: SavedSettings, name: string): SavedContext {
  const saved = findContext(settings, name);
  if (saved !== null) return saved;
  throw new CrierError('not-found', `there is no context "${maskLikelySecret(name)}" on this machine`, {
    http: null,
    advice: `${suggestNearest(name, listContextNames(settings))}"crier context list" shows what there is`,
  });
}
