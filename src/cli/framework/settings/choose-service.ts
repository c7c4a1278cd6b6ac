import type { ServiceTarget } from '../../../client/target.ts';
import { joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError, markDiscovery } from '../../../errors.ts';
import { describeErrorCode } from '../output/failures.ts';
import { maskLikelySecret } from '../output/text/known-secrets.ts';
import { crier, formatFlags } from '../output/text/shell-command.ts';
import { suggestNearest } from '../output/text/suggest-nearest.ts';
import {
  type GivenKeys,
  KEY_COMMAND,
  parseAddress,
  readKeys,
  readXPair,
  requireWholePair,
} from './given-service.ts';
import {
  type ChoiceInput,
  findAddressOrigin,
  findNamedContext,
  listNamedContexts,
  type SettingOrigin,
} from './named-context.ts';
import type { Project } from './read-settings.ts';
import { nameSecret } from './saved-secrets.ts';
import { readVariable } from './secrets.ts';
import {
  findContext,
  findCurrentContext,
  listContextNames,
  requireChosen,
  SANDBOX,
  type SavedContext,
  type SavedSecret,
  type SavedSettings,
} from './settings.ts';

export type ServiceOrSandbox = SandboxChoice | ServiceChoice;

export interface Chosen {
  readonly choice: ServiceOrSandbox;
  readonly settings: SavedSettings;
  readonly project: Project | null;
}

export interface SandboxChoice {
  readonly kind: 'sandbox';
  readonly profile: string | null;
  /** Nothing is configured: the sandbox is the default. */
  readonly isUnasked: boolean;
  readonly origin: SettingOrigin;
}

interface ServiceChoice {
  readonly kind: 'service';
  readonly target: ServiceTarget;
  /** The saved context; null when address and key come from flags or environment. */
  readonly context: string | null;
  readonly origin: SettingOrigin;
  /** The alias of the active profile. */
  readonly profile: string | null;
  /** Where the API key is from. */
  readonly keysFrom: 'given' | 'file' | 'keyring' | 'command';
  /** Whether a flag, a variable, a file or the context names the profile; else it is the Primary Profile by default. */
  readonly isProfileNamed: boolean;
}

/**
 * Chooses the service of a command: a named context, else an address and a key from flags or environment,
 * else, with nothing configured, the built-in sandbox. An address from a flag or variable takes precedence
 * over a context that comes from the project file or `context use`, and a saved key is never sent to it.
 *
 * @throws CrierError of kind auth when half of a pair of settings is missing, of kind usage for conflicting
 *   settings
 * @see docs/command-line.md#service
 * @see docs/service/access.md#AUTH-03, #AUTH-07
 * @see docs/safety.md#C3
 */
export async function chooseService(given: ChoiceInput): Promise<ServiceOrSandbox> {
  const named = findNamedContext(given);
  if (named === null) return chooseUnnamed(given);
  const { name, origin } = named;
  if (name === SANDBOX) return chooseSandbox(given, origin);
  const saved = findContext(given.settings, name);
  if (saved !== null) return chooseSaved(given, { name, origin, saved });
  const names = listContextNames(given.settings);
  throw markDiscovery(
    createUsageError(
      `there is no context "${maskLikelySecret(name)}" on this machine${origin.kind === 'project' ? ` (named by ${origin.where})` : ''}`,
      `${suggestNearest(name, names)}"crier context list" lists them`,
    ),
  );
}

async function chooseUnnamed(given: ChoiceInput): Promise<ServiceOrSandbox> {
  const { flags, settings, project } = given;
  const { apiKey, profileKey } = await readKeys(given);
  const xPair = await readXPair(given);
  refuseHalves(given, { apiKey, profileKey });
  if (apiKey === null || flags.baseUrl === undefined) {
    requireChosen(settings);
    const origin: SettingOrigin = { kind: 'default', where: 'built in' };
    const profile = toProfile(findNamedAlias(given, SANDBOX, findContext(settings, SANDBOX)));
    return { kind: 'sandbox', profile, isUnasked: true, origin };
  }
  // a project's alias belongs to its context, if it names one, and that context was not chosen
  const ofProject = project?.context === undefined && profileKey === null ? project?.profile : undefined;
  const alias = flags.profile ?? ofProject;
  refuseAlias(alias, profileKey, given.settings);
  const baseUrl = parseAddress(flags.baseUrl);
  return {
    kind: 'service',
    target: { baseUrl, apiKey, profileKey: alias === 'none' ? null : profileKey, xPair },
    context: null,
    origin: findAddressOrigin(given) ?? { kind: 'default', where: '' },
    profile: null,
    keysFrom: 'given',
    isProfileNamed: alias !== undefined || profileKey !== null,
  };
}

function chooseSandbox(given: ChoiceInput, origin: SettingOrigin): ServiceOrSandbox {
  const { flags, settings } = given;
  if (findKeyFlag(given) !== undefined || flags.profileKeyFile !== undefined) {
    throw createUsageError(
      'key files and commands cannot be used with the sandbox, which has its own keys',
      'remove their flag, or --sandbox',
    );
  }
  if (isGuess(origin)) refuseLoneKeys(given, SANDBOX);
  const profile = toProfile(findNamedAlias(given, SANDBOX, findContext(settings, SANDBOX)));
  return { kind: 'sandbox', profile, isUnasked: false, origin };
}

interface NamedSavedContext {
  readonly name: string;
  readonly origin: SettingOrigin;
  readonly saved: SavedContext;
}

async function chooseSaved(given: ChoiceInput, context: NamedSavedContext): Promise<ServiceOrSandbox> {
  const { name, origin, saved } = context;
  if (saved.baseUrl === undefined) {
    throw new CrierError('auth', `the context "${name}" has no address`, {
      http: null,
      advice: `set one: "${crier`config set base-url <url> --context ${name}`}"`,
    });
  }
  const { keyCommand } = saved;
  if ((saved.apiKey ?? keyCommand) !== undefined && isGuess(origin)) refuseLoneKeys(given, name);
  const keys = await readGivenKeys(given, context);
  const ofCommand = async () =>
    keyCommand === undefined
      ? undefined
      : given.runKeyCommand(keyCommand, `key-command of the context "${name}"`);
  const ofSettings = async () =>
    saved.apiKey === undefined ? ofCommand() : given.openSecret(saved.apiKey, nameSecret('api-key', name));
  const apiKey = keys.apiKey ?? (await ofSettings());
  if (apiKey === undefined) {
    throw new CrierError('auth', `the context "${name}" has no API key`, {
      ...describeErrorCode(102),
      advice: `save one with "${crier`login --context ${name}`}", or use --api-key-file`,
      isDiscovery: true,
    });
  }
  const named = keys.profileKey === null ? findNamedAlias(given, name, saved) : undefined;
  const alias = toProfile(named);
  const ofAlias = alias === null ? null : requireProfileKey(context, alias);
  const profileKey =
    ofAlias === null
      ? keys.profileKey
      : await given.openSecret(ofAlias, nameSecret(`key of the profile "${alias}"`, name));
  const xPair = await chooseXPair(given, context);
  const target = { baseUrl: parseAddress(saved.baseUrl), apiKey, profileKey, xPair };
  const keysFrom = keys.apiKey === null ? locateKey(saved) : 'given';
  const isProfileNamed = (keys.profileKey ?? named) !== undefined;
  return { kind: 'service', target, context: name, origin, profile: alias, keysFrom, isProfileNamed };
}

function locateKey({ apiKey }: SavedContext): ServiceChoice['keysFrom'] {
  if (apiKey === undefined) return 'command';
  return typeof apiKey === 'string' ? 'file' : 'keyring';
}

/** Whether the context was not named for this command, but by a project file or `context use`. */
function isGuess({ kind }: SettingOrigin): boolean {
  return kind === 'project' || kind === 'saved';
}

/** Refuses keys without an address when the context has keys of its own: it is ambiguous which are meant. */
function refuseLoneKeys(given: ChoiceInput, name: string): void {
  const flag = findKeyFlag(given);
  const isFlag = flag !== undefined;
  const found = flag ?? findKeyVariable(given, 'API') ?? findKeyVariable(given, 'PROFILE');
  if (found === null) return;
  const [add, without] = isFlag
    ? ['add --base-url (CRIER_BASE_URL)', `remove ${found}`]
    : ['set CRIER_BASE_URL', `unset ${found}`];
  throw new CrierError(
    'auth',
    `${found} is set without an address, and the context "${name}" has its own keys`,
    { http: null, advice: `${add}, or ${without}, or name the context: ${formatFlags`--context ${name}`}` },
  );
}

/** The flag that was typed to name an API key. */
function findKeyFlag({ flags, typed }: ChoiceInput): string | undefined {
  if (flags.apiKeyFile !== undefined) return '--api-key-file';
  return typed.has('keyCommand') ? '--key-command' : undefined;
}

/** The variable that holds a key; null when none is set. */
function findKeyVariable({ env }: ChoiceInput, which: 'API' | 'PROFILE'): string | null {
  const variables = [
    ...[`CRIER_${which}_KEY`, `CRIER_${which}_KEY_FILE`],
    ...(which === 'API' ? [KEY_COMMAND] : []),
  ];
  return variables.find((variable) => readVariable(env, variable) !== null) ?? null;
}

/**
 * Keys from flags and environment for a saved context. Those of the environment only fill in missing keys,
 * and never when a project chose the context: otherwise a file in a repository would decide where they are
 * sent.
 */
async function readGivenKeys(given: ChoiceInput, { origin, saved }: NamedSavedContext): Promise<GivenKeys> {
  const isOpen = (saved.apiKey ?? saved.keyCommand) === undefined && origin.kind !== 'project';
  return readKeys(isOpen ? given : { ...given, env: {} });
}

async function chooseXPair(
  given: ChoiceInput,
  { name, origin, saved }: NamedSavedContext,
): Promise<ServiceTarget['xPair']> {
  const names = [nameSecret('x-api-key', name), nameSecret('x-api-secret', name)] as const;
  const own = requireWholePair(saved.xApiKey ?? null, saved.xApiSecret ?? null, names);
  const openOwn = async () =>
    own === null
      ? null
      : {
          key: await given.openSecret(own.key, names[0]),
          secret: await given.openSecret(own.secret, names[1]),
        };
  if (origin.kind === 'saved') return (await readXPair(given)) ?? openOwn();
  if (own !== null) return openOwn();
  return origin.kind === 'project' ? null : readXPair(given);
}

/** The alias of the active profile, or `none`, as a flag, a variable, a file or the context names it. */
function findNamedAlias(
  { flags, project }: ChoiceInput,
  name: string,
  saved: SavedContext | null,
): string | undefined {
  const ofProject = project?.context === undefined || project.context === name ? project?.profile : undefined;
  return flags.profile ?? ofProject ?? saved?.profile;
}

/** Null is the Primary Profile. */
function toProfile(alias = 'none'): string | null {
  return alias === 'none' ? null : alias;
}

function requireProfileKey(
  { name, saved: { profile, profiles = {}, profilesWithoutKey = {} } }: NamedSavedContext,
  alias: string,
): SavedSecret {
  const found = Object.hasOwn(profiles, alias) ? profiles[alias] : undefined;
  if (found !== undefined) return found.profileKey;
  const orNone =
    alias === profile ? `, or use no profile: "${crier`profiles use none --context ${name}`}"` : '';
  const save = `save its key with "${crier`profiles save ${alias} --context ${name}`}"${orNone}`;
  if (Object.hasOwn(profilesWithoutKey, alias)) {
    throw new CrierError('auth', `the key of the profile "${alias}" is not on this machine`, {
      http: null,
      advice: `it was handed over without its key: ${save}`,
    });
  }
  throw markDiscovery(
    createUsageError(
      `the context "${name}" has no saved profile "${maskLikelySecret(alias)}"`,
      `${suggestNearest(alias, Object.keys(profiles))}${save}`,
    ),
  );
}

function refuseAlias(profile: string | undefined, profileKey: string | null, settings: SavedSettings): void {
  if (profile === undefined || profile === 'none') return;
  const byKey = 'use --profile-key-file or CRIER_PROFILE_KEY';
  const name = maskLikelySecret(profile);
  if (profileKey !== null)
    throw createUsageError(`the profile "${name}" and a profile key cannot be used together`, byKey);
  const advice = adviseSavedContext(settings);
  throw createUsageError(
    `the profile "${name}" belongs to a context, and an address was given instead`,
    advice === null ? byKey : `${byKey}; ${advice}`,
  );
}

/** How a saved context is used although flags or variables have an address; null where none is saved. */
export function adviseSavedContext({ contexts }: SavedSettings): string | null {
  const names = Object.keys(contexts);
  return names.length === 0
    ? null
    : `--context or CRIER_CONTEXT chooses a saved context in place of that address (${joinWithAnd(names)})`;
}

/** Refuses a key without an address, and the reverse. */
function refuseHalves(given: ChoiceInput, { apiKey, profileKey }: GivenKeys): void {
  const { flags } = given;
  const hasAddress = flags.baseUrl !== undefined;
  if (apiKey === null && profileKey !== null) {
    throw createMissingHalfError(given, 'a profile key is set, but no API key', {
      add: 'CRIER_API_KEY or --api-key-file',
      orElse: adviseRemoval(flags.profileKeyFile && '--profile-key-file', findKeyVariable(given, 'PROFILE')),
    });
  }
  if (apiKey === null && hasAddress) {
    throw createMissingHalfError(given, 'an address is set, but no API key', {
      add: 'CRIER_API_KEY or --api-key-file',
      orElse: findAddressOrigin(given)?.kind === 'flag' ? 'remove --base-url' : 'unset CRIER_BASE_URL',
    });
  }
  if (apiKey !== null && !hasAddress) {
    throw createMissingHalfError(given, 'an API key is set, but no address', {
      add: 'CRIER_BASE_URL or --base-url',
      orElse: adviseRemoval(findKeyFlag(given), findKeyVariable(given, 'API')),
    });
  }
}

/** Advises how to remove a key: the flag that named it, else its variable. */
function adviseRemoval(flag: string | undefined, variable: string | null): string {
  return flag === undefined ? `unset ${variable}` : `remove ${flag}`;
}

function createMissingHalfError(
  given: ChoiceInput,
  fault: string,
  { add, orElse }: Record<'add' | 'orElse', string>,
): CrierError {
  const [context] = listNamedContexts(given);
  const fallback =
    findCurrentContext(given.settings) === null
      ? 'choose a context with "crier context use <name>"'
      : 'the built-in sandbox is used';
  const then =
    context === undefined
      ? fallback
      : `the context "${context.name}" is used; its saved keys are only sent to its own address`;
  return new CrierError('auth', fault, { http: null, advice: `set ${add}; or ${orElse}: then ${then}` });
}
