import { joinWithOr } from '../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../errors.ts';
import type { World } from '../../world.ts';
import { maskLikelySecret } from '../shell/likely-secrets.ts';
import { suggestNearest } from '../shell/suggest-nearest.ts';
import type { SavedSettings } from './settings.ts';

/** A setting of this machine, whichever context is in use, by its name in `crier config`. */
export interface MachineKey {
  /** The field of the saved settings. */
  readonly field: 'updateNotice';
  readonly meaning: string;
  readonly choices: readonly ['on', 'off'];
  readonly fallback: 'on' | 'off';
  /** The variable that takes precedence over it. */
  readonly variable: string;
  /** A variable of other programs that turns it off, whatever its value. */
  readonly offVariable: string;
}

export const UPDATE_NOTICE: MachineKey = {
  field: 'updateNotice',
  meaning: 'notice of a newer version, once a day on a terminal: on (default) or off',
  choices: ['on', 'off'],
  fallback: 'on',
  variable: 'CRIER_UPDATE_NOTICE',
  offVariable: 'NO_UPDATE_NOTIFIER',
};

/** The settings that `crier config` shows and changes beside those of a context. */
export const MACHINE_KEYS: Readonly<Record<string, MachineKey>> = { 'update-notice': UPDATE_NOTICE };

export function findMachineKey(name: string): MachineKey | null {
  return Object.hasOwn(MACHINE_KEYS, name) ? (MACHINE_KEYS[name] ?? null) : null;
}

/** Sets one setting of this machine, or removes it for null. */
export function setMachineValue(
  settings: SavedSettings,
  { name, key }: { readonly name: string; readonly key: MachineKey },
  value: string | null,
): SavedSettings {
  if (value === null) {
    const { [key.field]: _before, ...rest } = settings;
    return rest;
  }
  const chosen = key.choices.find((choice) => choice === value);
  if (chosen !== undefined) return { ...settings, [key.field]: chosen };
  throw createUsageError(
    `${name} cannot be "${maskLikelySecret(value)}"`,
    `${suggestNearest(value, key.choices)}use ${joinWithOr(key.choices)}`,
  );
}

/** One value of a setting of this machine, and where it is from. */
export interface MachineClaim {
  readonly source: 'environment' | 'saved' | 'default';
  readonly where: string;
  readonly value: string;
}

/** Lists the values of a setting by precedence; the first one applies. */
export function listMachineClaims(
  { field, fallback, variable, offVariable }: MachineKey,
  { env, settings }: { readonly env: World['env']; readonly settings: SavedSettings },
): readonly [MachineClaim, ...MachineClaim[]] {
  const [own, other, saved] = [env[variable], env[offVariable], settings[field]];
  const claims: readonly MachineClaim[] = [
    ...(own === undefined ? [] : [{ source: 'environment', where: variable, value: own } as const]),
    ...(other ? [{ source: 'environment', where: offVariable, value: 'off' } as const] : []),
    ...(saved === undefined ? [] : [{ source: 'saved', where: 'every context', value: saved } as const]),
  ];
  const last = { source: 'default', where: 'built in', value: fallback } as const;
  const [first = last, ...rest] = claims;
  return first === last ? [last] : [first, ...rest, last];
}

const ON: readonly string[] = ['on', '1', 'true', 'yes'];

/** Whether a setting of this machine is on; a variable with any other word turns it off. */
export function isOn(key: MachineKey, given: Parameters<typeof listMachineClaims>[1]): boolean {
  return ON.includes(listMachineClaims(key, given)[0].value.toLowerCase());
}
