import { isAbsolute } from 'node:path';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import type { World } from '../../../world.ts';
import { maskLikelySecret } from '../output/text/known-secrets.ts';
import { suggestNearest } from '../output/text/suggest-nearest.ts';
import type { Project } from './read-settings.ts';
import { readVariable } from './secrets.ts';
import {
  Credentials,
  findContext,
  replaceContext,
  requireContext,
  type SavedSettings,
  WriteMode,
} from './settings.ts';

/** A setting of this machine, whichever context is in use, by its name in `crier config`. */
export interface MachineKey {
  readonly field: 'updateNotice' | 'writes' | 'credentials' | 'doneFile';
  readonly meaning: string;
  /** A setting without choices is an absolute path. */
  readonly choices?: readonly string[];
  readonly fallback: string;
  /** The variable that takes precedence over it. */
  readonly variable: string;
  /** A variable of other programs that turns it off, whatever its value. */
  readonly offVariable?: string;
  /** Whether a context may have a value of its own, too. */
  readonly isOfContexts?: true;
}

export const UPDATE_NOTICE: MachineKey = {
  field: 'updateNotice',
  meaning: 'notice of a newer version, once a day on a terminal: on (default) or off',
  choices: ['on', 'off'],
  fallback: 'on',
  variable: 'CRIER_UPDATE_NOTICE',
  offVariable: 'NO_UPDATE_NOTIFIER',
};

export const WRITES: MachineKey = {
  field: 'writes',
  meaning: 'changes that commands may send: on (default), ask, drafts or off',
  choices: WriteMode.options,
  fallback: 'on',
  variable: 'CRIER_WRITES',
  isOfContexts: true,
};

export const CREDENTIALS: MachineKey = {
  field: 'credentials',
  meaning: 'where keys are saved: file (default), or keyring: encrypted, for the keyring of this system',
  choices: Credentials.options,
  fallback: 'file',
  variable: 'CRIER_CREDENTIALS',
};

const DONE_FILE: MachineKey = {
  field: 'doneFile',
  meaning: 'file in which a team marks comments as done: an absolute path that ends in .ndjson',
  fallback: 'none',
  variable: 'CRIER_DONE_FILE',
};

/** The settings that `crier config` shows and changes beside those of a context. */
export const MACHINE_KEYS: Readonly<Record<string, MachineKey>> = {
  'update-notice': UPDATE_NOTICE,
  writes: WRITES,
  credentials: CREDENTIALS,
  'done-file': DONE_FILE,
};

/** The file of done marks that a team shares; null for none. @throws CrierError of kind usage for another value than a path */
export function readDoneFile(given: Parameters<typeof listMachineClaims>[1]): string | null {
  const [{ source, value }] = listMachineClaims(DONE_FILE, given);
  if (source === 'default') return null;
  readVariable(given.env, DONE_FILE.variable);
  const fault = findPathFault(value);
  if (fault === null) return value;
  throw createUsageError(`${DONE_FILE.variable} ${fault}`, 'such as /srv/team/done.ndjson; or unset it');
}

function findPathFault(value: string): string | null {
  return isAbsolute(value) && value.endsWith('.ndjson')
    ? null
    : 'must be an absolute path that ends in .ndjson';
}

export function findMachineKey(name: string): MachineKey | null {
  return Object.hasOwn(MACHINE_KEYS, name) ? (MACHINE_KEYS[name] ?? null) : null;
}

/** The saved value of this machine, or of a context. */
export function getMachineValue(
  settings: SavedSettings,
  { field }: MachineKey,
  context: string | null,
): string | null {
  const value = context === null ? settings[field] : requireContext(settings, context)[field];
  return typeof value === 'string' ? value : null;
}

/**
 * Sets one setting of this machine, or removes it for null.
 *
 * @param context sets that of a context, which has none of its own else
 * @throws CrierError of kind usage for a value that it cannot have
 */
export function setMachineValue(
  settings: SavedSettings,
  {
    name,
    key,
    context,
  }: { readonly name: string; readonly key: MachineKey; readonly context: string | null },
  value: string | null,
): SavedSettings {
  if (context !== null) {
    const { [key.field]: _ofContext, ...others } = requireContext(settings, context);
    return replaceContext(settings, context, { ...others, ...toMember(name, key, value) });
  }
  const { [key.field]: _before, ...rest } = settings;
  return { ...rest, ...toMember(name, key, value) };
}

function toMember(name: string, key: MachineKey, value: string | null): Readonly<Record<string, string>> {
  return value === null ? {} : { [key.field]: checkMachineValue(name, key, value) };
}

function checkMachineValue(name: string, { choices }: MachineKey, value: string): string {
  if (choices === undefined) {
    const fault = findPathFault(value);
    if (fault === null) return value;
    throw createUsageError(`${name} ${fault}`, 'such as /srv/team/done.ndjson');
  }
  const chosen = choices.find((choice) => choice === value);
  if (chosen !== undefined) return chosen;
  throw createUsageError(
    `${name} cannot be "${maskLikelySecret(value)}"`,
    `${suggestNearest(value, choices)}use ${joinWithOr(choices)}`,
  );
}

/** One value of a setting of this machine, and where it is from. */
export interface MachineClaim {
  readonly source: 'environment' | 'project' | 'context' | 'saved' | 'default';
  readonly where: string;
  readonly value: string;
}

/** Lists the values of a setting by precedence; the first one applies. */
export function listMachineClaims(
  { field, fallback, variable, offVariable }: MachineKey,
  {
    env,
    settings,
    project = null,
    context = null,
  }: {
    readonly env: World['env'];
    readonly settings: SavedSettings;
    readonly project?: Project | null;
    /** The one in use. */
    readonly context?: string | null;
  },
): readonly [MachineClaim, ...MachineClaim[]] {
  const other = offVariable === undefined ? undefined : env[offVariable];
  const [own, saved] = [env[variable], settings[field]];
  const ofProject = field === 'writes' ? project?.writes : undefined;
  const ofContext =
    field === 'writes' && context !== null ? findContext(settings, context)?.writes : undefined;
  const claims: readonly MachineClaim[] = [
    ...(own === undefined ? [] : [{ source: 'environment', where: variable, value: own } as const]),
    ...(offVariable !== undefined && other
      ? [{ source: 'environment', where: offVariable, value: 'off' } as const]
      : []),
    ...(ofProject === undefined
      ? []
      : [{ source: 'project', where: project?.file ?? '', value: ofProject } as const]),
    ...(ofContext === undefined
      ? []
      : [{ source: 'context', where: `context ${context}`, value: ofContext } as const]),
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
