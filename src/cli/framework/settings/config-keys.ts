import * as z from 'zod';
import { redactUserInfo } from '../../../client/mask.ts';
import { checkTarget } from '../../../client/target.ts';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { type CrierError, createUsageError } from '../../../errors.ts';
import { Plan } from '../../../service/plans.ts';
import { describeDeprecation } from '../input/describe-deprecation.ts';
import { maskLikelySecret } from '../output/text/known-secrets.ts';
import { crier } from '../output/text/shell-command.ts';
import { suggestNearest } from '../output/text/suggest-nearest.ts';
import type { RecordLine } from '../output/view.ts';
import { isSameAddress, parseAddress } from './given-service.ts';
import { parseKeyCommand } from './key-command.ts';
import { getMachineValue, MACHINE_KEYS, type MachineKey } from './machine-keys.ts';
import { showSecret } from './saved-secrets.ts';
import {
  Dialect,
  listKeys,
  type SavedContext,
  type SavedSecret,
  type SavedSettings,
  SettingName,
} from './settings.ts';

/** A setting of a context, by its name in `crier config`. */
interface ConfigKey {
  /** The field of a saved context. */
  readonly field:
    | 'baseUrl'
    | 'apiKey'
    | 'keyCommand'
    | 'xApiKey'
    | 'xApiSecret'
    | 'webhookSecret'
    | 'plan'
    | 'dialect'
    | 'profile';
  readonly isSecret: boolean;
  readonly meaning: string;
  /** What to use instead, when the setting is deprecated. */
  readonly deprecated?: string;
  readonly choices?: readonly string[];
  /**
   * Checks only the value: whether an alias exists depends on the sandbox, too.
   *
   * @throws CrierError of kind usage for an invalid value
   */
  check?(value: string, context: SavedContext): void;
}

const defineSecretKey = (field: ConfigKey['field'], meaning: string): ConfigKey => ({
  field,
  isSecret: true,
  meaning,
});
const definePlainKey = (
  field: ConfigKey['field'],
  meaning: string,
  check: NonNullable<ConfigKey['check']>,
): ConfigKey => ({ field, isSecret: false, meaning, check });

/** The settings that `crier config` shows and changes. */
export const CONFIG_KEYS: Readonly<Record<string, ConfigKey>> = {
  'base-url': definePlainKey('baseUrl', "the service's address", checkAddress),
  'api-key': {
    ...defineSecretKey('apiKey', 'the API key of the account'),
    check: (_value, { keyCommand }) => refuseSecondKey(keyCommand, 'key-command'),
  },
  'key-command': definePlainKey('keyCommand', 'command that prints the API key', (value, { apiKey }) => {
    parseKeyCommand(value, 'key-command');
    refuseSecondKey(apiKey, 'api-key');
  }),
  'x-api-key': defineSecretKey('xApiKey', 'OAuth 1.0a API key of your X app'),
  'x-api-secret': defineSecretKey('xApiSecret', 'OAuth 1.0a API key secret of your X app'),
  'webhook-secret': defineSecretKey('webhookSecret', 'secret that webhooks are signed with'),
  plan: defineChoiceKey('plan', 'the plan of the account', Plan),
  'comment-routes': defineChoiceKey(
    'dialect',
    "spelling of the service's comment routes: spec (default) or alt",
    Dialect,
  ),
  profile: definePlainKey('profile', 'default profile', (value) => {
    if (!SettingName.safeParse(value).success)
      throw createUsageError(`"${maskLikelySecret(value)}" is not a valid alias`);
  }),
};

/** An API key is saved, or printed by a command: with both, it would not be known which of them is sent. */
function refuseSecondKey(other: SavedSecret | undefined, name: string): void {
  if (other === undefined) return;
  throw createUsageError(
    `the context has ${name} already`,
    `remove it first: ${crier`config unset ${name}`}`,
  );
}

/** @throws CrierError of kind usage for an unknown name */
export function requireConfigKey(name: string): ConfigKey {
  const known = name === 'dialect' ? NAMES[name] : name; // its name in the settings file
  const key = Object.hasOwn(CONFIG_KEYS, known) ? CONFIG_KEYS[known] : undefined;
  if (key !== undefined) return key;
  const names = [...Object.keys(CONFIG_KEYS), ...Object.keys(MACHINE_KEYS)];
  throw createNoSettingError(name, names);
}

/**
 * The error for an unknown setting, which suggests one, also for a JSON key such as `baseUrl`.
 *
 * @param names the valid names
 */
export function createNoSettingError(name: string, names: readonly string[]): CrierError {
  const field = Object.entries(CONFIG_KEYS).find(([, key]) => key.field.toLowerCase() === name.toLowerCase());
  const near = field === undefined ? suggestNearest(name, names) : `did you mean "${field[0]}"? `;
  return createUsageError(
    `there is no setting "${maskLikelySecret(name)}"`,
    `${near}settings are ${joinWithOr(names)}`,
  );
}

/** Formats a setting's value, with secrets masked; null when it is not set. */
export function formatSetting({ field, isSecret }: ConfigKey, context: SavedContext): string | null {
  const value = context[field] ?? null;
  if (value === null) return null;
  return isSecret || typeof value !== 'string' ? showSecret(value) : redactUserInfo(value);
}

/** Sets one setting of a context; null removes it. */
export function setConfigValue(
  context: SavedContext,
  { field }: ConfigKey,
  value: string | null,
): SavedContext {
  const { [field]: _before, ...rest } = context;
  return value === null ? rest : ({ ...rest, [field]: value } as SavedContext); // the value was validated for its field
}

/** Keys belong to their address: it cannot change while keys are saved. */
export function checkAddress(value: string, context: SavedContext): void {
  checkTarget({
    baseUrl: parseAddress(value),
    apiKey: 'no-key-is-needed-to-check-an-address',
    profileKey: null,
    xPair: null,
  });
  if (context.baseUrl === undefined || listKeys(context).length === 0) return;
  if (isSameAddress(context.baseUrl, value)) return;
  throw createUsageError(
    `the keys of this context belong to ${redactUserInfo(context.baseUrl)}, and must not be sent to another address`,
    'run "crier logout" to forget them, or add another context with "crier context add"',
  );
}

const NAMES = { plan: 'plan', dialect: 'comment-routes' } as const;

function defineChoiceKey(field: 'plan' | 'dialect', meaning: string, { options }: z.ZodEnum): ConfigKey {
  const choices = options.map(String);
  const check = (value: string) => {
    if (choices.includes(value)) return;
    throw createUsageError(
      `${NAMES[field]} cannot be "${value}"`,
      `${suggestNearest(value, choices)}use ${joinWithOr(choices)}`,
    );
  };
  return { ...definePlainKey(field, meaning, check), choices };
}

export const SettingEntry = z.strictObject({
  key: z.string(),
  value: z.string().nullable().describe('secrets are masked; null when it is not set'),
  context: z.string().nullable().describe('null for a setting of this machine, which all contexts share'),
  meaning: z.string(),
});
export type SettingEntry = z.infer<typeof SettingEntry>;

export function listSettingEntries(context: SavedContext, name: string): readonly SettingEntry[] {
  return Object.entries(CONFIG_KEYS).map(([key, row]) => ({
    key,
    value: formatSetting(row, context),
    context: name,
    meaning:
      row.deprecated === undefined ? row.meaning : `${row.meaning} (deprecated: use ${row.deprecated})`,
  }));
}

/** @param context whose own value is meant; null for that of this machine */
export function buildMachineEntry(
  { name, key, context }: { name: string; key: MachineKey; context: string | null },
  settings: SavedSettings,
): SettingEntry {
  return { key: name, value: getMachineValue(settings, key, context), context, meaning: key.meaning };
}

/** Notes on the use of a setting: one when it is deprecated. */
export function listKeyNotes(
  key: string,
  { deprecated }: Pick<ConfigKey, 'deprecated'> = CONFIG_KEYS[key] ?? {},
): readonly string[] {
  return deprecated === undefined ? [] : [describeDeprecation(`the setting ${key}`, deprecated)];
}

export function buildSettingLines({ key, value, context }: SettingEntry): readonly RecordLine[] {
  return [
    { name: 'key', title: 'setting', value: key },
    { name: 'value', title: 'value', value },
    { name: 'context', title: 'context', value: context ?? 'all' },
  ];
}
