import type { ServiceTarget } from '../client/target.ts';
import { CrierError, createUsageError } from '../errors.ts';
import { describeErrorCode } from './describe-error-code.ts';
import { readVariable } from './environment.ts';
import type { EveryFlags, RemoteFlags } from './flags.ts';
import { maskLikelySecret } from './mask-likely-secret.ts';
import type { ReadFile } from './secrets.ts';
import { type GivenKeys, readKeys, readXPair, requireWholePair } from './settings/given-keys.ts';
import {
  findAddressOrigin,
  findNamedContext,
  listNamedContexts,
  type SettingOrigin,
} from './settings/named-context.ts';
import type { Project } from './settings/project-file.ts';
import {
  findContext,
  findCurrentContext,
  listContextNames,
  requireChosen,
  SANDBOX,
  type SavedContext,
  type SavedSettings,
} from './settings/settings.ts';
import { crier, formatFlags } from './shell-command.ts';
import { suggestNearest } from './suggest-nearest.ts';
import type { World } from './world.ts';

/** Which service a command talks to. */
export type ServiceOrSandbox = SandboxChoice | ServiceChoice;

export interface SandboxChoice {
  readonly kind: 'sandbox';
  readonly profile: string | null;
  /** Nothing is configured: nobody chose it. */
  readonly isUnasked: boolean;
  readonly origin: SettingOrigin;
}

interface ServiceChoice {
  readonly kind: 'service';
  readonly target: ServiceTarget;
  /** The saved context that it comes from; null when address and key were given. */
  readonly context: string | null;
  readonly origin: SettingOrigin;
  /** The alias of the profile that is acted for. */
  readonly profile: string | null;
}

/** The flags that say whom to talk to. */
export type ChoosingFlags = Pick<EveryFlags, 'context' | 'sandbox'> &
  Partial<Pick<RemoteFlags, 'profile' | 'baseUrl' | 'apiKeyFile' | 'profileKeyFile'>>;

/** Everything that the choice is made from. */
export interface ChoiceInput {
  readonly flags: ChoosingFlags;
  /** The flags that were typed; the others come from the environment, or are defaults. */
  readonly typed: ReadonlySet<string>;
  readonly env: World['env'];
  readonly settings: SavedSettings;
  readonly project: Project | null;
  readonly readFile: ReadFile;
}

/**
 * Decides which service a command talks to: a context by name, else an address and a key from flags or environment,
 * else, with nothing at all configured, the built-in sandbox. An address that is given beats a context that is only
 * the project's or the saved choice, and a saved key never goes to it.
 *
 * @throws CrierError of kind auth when half of a setting is missing, of kind usage when settings contradict each other
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
  throw createUsageError(
    `there is no context "${maskLikelySecret(name)}" on this machine${origin.kind === 'project' ? `, which ${origin.where} names` : ''}`,
    `${suggestNearest(name, names)}"crier context list" shows what there is`,
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
    const profile = chooseAlias(given, SANDBOX, findContext(settings, SANDBOX));
    return { kind: 'sandbox', profile, isUnasked: true, origin };
  }
  // a project's alias belongs to its context, if it names one, and that was not chosen
  const ofProject = project?.context === undefined && profileKey === null ? project?.profile : undefined;
  const alias = flags.profile ?? ofProject;
  refuseAlias(alias, profileKey);
  const baseUrl = parseAddress(flags.baseUrl);
  return {
    kind: 'service',
    target: { baseUrl, apiKey, profileKey: alias === 'none' ? null : profileKey, xPair },
    context: null,
    origin: findAddressOrigin(given) ?? { kind: 'default', where: '' },
    profile: null,
  };
}

function chooseSandbox(given: ChoiceInput, origin: SettingOrigin): ServiceOrSandbox {
  const { flags, settings } = given;
  const file = flags.apiKeyFile ?? flags.profileKeyFile;
  if (file !== undefined) {
    throw createUsageError(
      'a key was given together with the sandbox, which has its own',
      'leave out the key file, or the sandbox',
    );
  }
  if (isGuess(origin)) refuseLoneKeys(given, SANDBOX);
  const profile = chooseAlias(given, SANDBOX, findContext(settings, SANDBOX));
  return { kind: 'sandbox', profile, isUnasked: false, origin };
}

interface NamedSavedContext {
  readonly name: string;
  readonly origin: SettingOrigin;
  readonly saved: SavedContext;
}

async function chooseSaved(given: ChoiceInput, named: NamedSavedContext): Promise<ServiceOrSandbox> {
  const { name, origin, saved } = named;
  if (saved.baseUrl === undefined) {
    throw new CrierError('auth', `the context "${name}" has no address`, {
      http: null,
      advice: `give it one: "${crier`config set base-url <url> --context ${name}`}"`,
    });
  }
  if (saved.apiKey !== undefined && isGuess(origin)) refuseLoneKeys(given, name);
  const keys = await readGivenKeys(given, named);
  const apiKey = keys.apiKey ?? saved.apiKey;
  if (apiKey === undefined) {
    throw new CrierError('auth', `the context "${name}" has no API key`, {
      ...describeErrorCode(102),
      advice: `save one with "${crier`login --context ${name}`}", or give one with --api-key-file`,
    });
  }
  if (keys.profileKey !== null) refuseAlias(given.flags.profile, keys.profileKey);
  const alias = keys.profileKey === null ? chooseAlias(given, name, saved) : null;
  const profileKey = alias === null ? keys.profileKey : requireProfileKey(named, alias);
  const xPair = await chooseXPair(given, named);
  const target = { baseUrl: parseAddress(saved.baseUrl), apiKey, profileKey, xPair };
  return { kind: 'service', target, context: name, origin, profile: alias };
}

/** A context that nobody named for this command: a file or an earlier command did. */
function isGuess({ kind }: SettingOrigin): boolean {
  return kind === 'project' || kind === 'saved';
}

/** Keys that are given without an address beside a context with keys: nobody can tell which are meant. */
function refuseLoneKeys(given: ChoiceInput, name: string): void {
  const isFlag = given.flags.apiKeyFile !== undefined;
  const found = isFlag
    ? '--api-key-file'
    : (findKeyVariable(given, 'API') ?? findKeyVariable(given, 'PROFILE'));
  if (found === null) return;
  const [add, without] = isFlag
    ? ['add --base-url (CRIER_BASE_URL) too', `leave out ${found}`]
    : ['set CRIER_BASE_URL too', `unset ${found}`];
  throw new CrierError(
    'auth',
    `${found} is set without an address, and the context "${name}" has its own keys`,
    { http: null, advice: `${add}, or ${without}, or name the context: ${formatFlags`--context ${name}`}` },
  );
}

/** The variable that gives a key; null when none does. */
function findKeyVariable({ env }: ChoiceInput, which: 'API' | 'PROFILE'): string | null {
  const variables = [`CRIER_${which}_KEY`, `CRIER_${which}_KEY_FILE`];
  return variables.find((variable) => readVariable(env, variable) !== null) ?? null;
}

/**
 * The keys that were given beside a saved context. Those of the environment only fill what the context lacks, and
 * never when a project chose it: a file that came with a repository would then choose where they go.
 */
async function readGivenKeys(given: ChoiceInput, { origin, saved }: NamedSavedContext): Promise<GivenKeys> {
  const isOpen = saved.apiKey === undefined && origin.kind !== 'project';
  return readKeys(isOpen ? given : { ...given, env: {} });
}

async function chooseXPair(
  given: ChoiceInput,
  { name, origin, saved }: NamedSavedContext,
): Promise<ServiceTarget['xPair']> {
  const own = requireWholePair(saved.xApiKey ?? null, saved.xApiSecret ?? null, [
    `x-api-key of the context "${name}"`,
    `x-api-secret of the context "${name}"`,
  ]);
  if (origin.kind === 'saved') return (await readXPair(given)) ?? own;
  return own ?? (origin.kind === 'project' ? null : readXPair(given));
}

/** The alias of the profile to act for; null is the Primary Profile. */
function chooseAlias(
  { flags, project }: ChoiceInput,
  name: string,
  saved: SavedContext | null,
): string | null {
  const ofProject = project?.context === undefined || project.context === name ? project?.profile : undefined;
  const alias = flags.profile ?? ofProject ?? saved?.profile ?? 'none';
  return alias === 'none' ? null : alias;
}

function requireProfileKey(
  { name, saved: { profile, profiles = {} } }: NamedSavedContext,
  alias: string,
): string {
  const found = Object.hasOwn(profiles, alias) ? profiles[alias] : undefined;
  if (found !== undefined) return found.profileKey;
  throw createUsageError(
    `the context "${name}" has no profile saved as "${maskLikelySecret(alias)}"`,
    `${suggestNearest(alias, Object.keys(profiles))}save its key with "${crier`profiles save ${alias} --context ${name}`}"${
      alias === profile ? `, or act for none: "${crier`profiles use none --context ${name}`}"` : ''
    }`,
  );
}

function refuseAlias(profile: string | undefined, profileKey: string | null): void {
  if (profile === undefined || profile === 'none') return;
  const fault =
    profileKey === null
      ? `no profile is saved as "${maskLikelySecret(profile)}" for an address that was given`
      : `the profile "${maskLikelySecret(profile)}" and a profile key contradict each other`;
  throw createUsageError(fault, 'give the profile key itself: --profile-key-file or CRIER_PROFILE_KEY');
}

/** A key without an address, or the reverse, is no choice. */
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
      orElse: findAddressOrigin(given)?.kind === 'flag' ? 'leave out --base-url' : 'unset CRIER_BASE_URL',
    });
  }
  if (apiKey !== null && !hasAddress) {
    throw createMissingHalfError(given, 'an API key is set, but no address', {
      add: 'CRIER_BASE_URL or --base-url',
      orElse: adviseRemoval(flags.apiKeyFile && '--api-key-file', findKeyVariable(given, 'API')),
    });
  }
}

/** How to take away a key: by the flag that gave it, else by its variable. */
function adviseRemoval(flag: string | undefined, variable: string | null): string {
  return flag === undefined ? `unset ${variable}` : `leave out ${flag}`;
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
      : 'the built-in sandbox answers';
  const then =
    context === undefined
      ? fallback
      : `the context "${context.name}" answers; its saved keys go to its own address alone`;
  return new CrierError('auth', fault, { http: null, advice: `set ${add}; or ${orElse}, and ${then}` });
}

/** Whether two addresses are the same place: a slash at the end changes nothing. */
export function isSameAddress(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) =>
    URL.canParse(text) ? new URL(text).href.replace(/\/+$/, '') : text,
  );
  return left === right;
}

/**
 * @param text an address as somebody wrote it
 * @throws CrierError of kind usage
 */
export function parseAddress(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  // said without its value: a key that was put into the wrong setting would be shown by it
  const shown =
    /^[\w.-]+(:\d+)?(\/[\w./-]*)?$/.test(text) && text.includes('.') && maskLikelySecret(text) === text
      ? `"${text}"`
      : 'what was given as the address';
  throw createUsageError(`${shown} is not an address`, 'it looks like https://api.example.com/api');
}
