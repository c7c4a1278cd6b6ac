import type * as z from 'zod';
import { mask, redactUserInfo } from '../../client/mask.ts';
import { checkTarget } from '../../client/target.ts';
import { type CrierError, createUsageError } from '../../errors.ts';
import { Plan } from '../../facts/plans.ts';
import { isSameAddress, parseAddress } from '../config.ts';
import { maskLikelySecret } from '../mask-likely-secret.ts';
import { joinWithOr, suggestNearest } from '../suggest-nearest.ts';
import { Dialect, listKeys, type SavedContext, SettingName } from './settings.ts';

/** A setting of a context, by the name that `crier config` has for it. */
interface ConfigKey {
  /** Its member of a saved context. */
  readonly field:
    | 'baseUrl'
    | 'apiKey'
    | 'xApiKey'
    | 'xApiSecret'
    | 'webhookSecret'
    | 'plan'
    | 'dialect'
    | 'profile';
  readonly isSecret: boolean;
  readonly meaning: string;
  /** The only values that it can have. */
  readonly choices?: readonly string[];
  /**
   * Looks at the value alone: whether an alias is there is known to whoever knows the sandbox's too.
   *
   * @throws CrierError of kind usage for a value that it cannot have
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

/** What `crier config` can say and change, beside which context is in use. */
export const CONFIG_KEYS: Readonly<Record<string, ConfigKey>> = {
  'base-url': definePlainKey('baseUrl', "the service's address", checkAddress),
  'api-key': defineSecretKey('apiKey', 'the API key of the account'),
  'x-api-key': defineSecretKey('xApiKey', "your own X app's OAuth 1.0a API key"),
  'x-api-secret': defineSecretKey('xApiSecret', "your own X app's OAuth 1.0a API key secret"),
  'webhook-secret': defineSecretKey('webhookSecret', 'what webhooks are signed with'),
  plan: defineChoiceKey('plan', 'the plan of the account', Plan),
  dialect: defineChoiceKey(
    'dialect',
    'which of two spellings of its comment routes the service has: spec, unless it says alt',
    Dialect,
  ),
  profile: definePlainKey('profile', 'the profile that is acted for when nothing else is said', (value) => {
    if (!SettingName.safeParse(value).success)
      throw createUsageError(`"${maskLikelySecret(value)}" is no alias`);
  }),
};

/** @throws CrierError of kind usage for a name that is none */
export function requireConfigKey(name: string): ConfigKey {
  const key = Object.hasOwn(CONFIG_KEYS, name) ? CONFIG_KEYS[name] : undefined;
  if (key !== undefined) return key;
  const names = Object.keys(CONFIG_KEYS);
  throw createNoSettingError(name, names);
}

/**
 * What to say of a name that no setting has; one that stands in documents, such as `baseUrl`, is known.
 *
 * @param names that there are
 */
export function createNoSettingError(name: string, names: readonly string[]): CrierError {
  const field = Object.entries(CONFIG_KEYS).find(([, key]) => key.field.toLowerCase() === name.toLowerCase());
  const near = field === undefined ? suggestNearest(name, names) : `did you mean "${field[0]}"? `;
  return createUsageError(
    `there is no setting "${maskLikelySecret(name)}"`,
    `${near}there are ${joinWithOr(names)}`,
  );
}

/** A setting's value as it may be shown; null when it is not set. */
export function formatSetting({ field, isSecret }: ConfigKey, context: SavedContext): string | null {
  const value = context[field] ?? null;
  if (value === null) return null;
  return isSecret ? mask(value) : redactUserInfo(value);
}

/** A context with one setting changed; null takes it away. */
export function setConfigValue(
  context: SavedContext,
  { field }: ConfigKey,
  value: string | null,
): SavedContext {
  const { [field]: _before, ...rest } = context;
  return value === null ? rest : ({ ...rest, [field]: value } as SavedContext); // the value was checked for its field
}

/** Keys are for their address: it is not changed under them. */
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
    `the keys of this context are for ${redactUserInfo(context.baseUrl)}, and must not go to another address`,
    '"crier logout" forgets them; or add another context: "crier context add"',
  );
}

function defineChoiceKey(field: 'plan' | 'dialect', meaning: string, { options }: z.ZodEnum): ConfigKey {
  const choices = options.map(String);
  const check = (value: string) => {
    if (choices.includes(value)) return;
    throw createUsageError(
      `${field} cannot be "${value}"`,
      `${suggestNearest(value, choices)}it takes ${joinWithOr(choices)}`,
    );
  };
  return { ...definePlainKey(field, meaning, check), choices };
}
