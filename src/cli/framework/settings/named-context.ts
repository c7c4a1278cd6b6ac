import { createUsageError } from '../../../errors.ts';
import type { World } from '../../../world.ts';
import type { ReadFile } from '../input/files/file-reader.ts';
import type { EveryFlags, RemoteFlags } from '../input/flags/flags.ts';
import type { RunKeyCommand } from './key-command.ts';
import type { Project } from './read-settings.ts';
import type { OpenSecret } from './saved-secrets.ts';
import { readVariable } from './secrets.ts';
import { SANDBOX, type SavedSettings } from './settings.ts';

export type ChoosingFlags = Pick<EveryFlags, 'context' | 'sandbox'> &
  Partial<Pick<RemoteFlags, 'profile' | 'baseUrl' | 'apiKeyFile' | 'keyCommand' | 'profileKeyFile'>>;

export interface ChoiceInput {
  readonly flags: ChoosingFlags;
  /** Flags on the command line; the others come from the environment or are defaults. */
  readonly typed: ReadonlySet<string>;
  readonly env: World['env'];
  readonly settings: SavedSettings;
  readonly project: Project | null;
  readonly readFile: ReadFile;
  readonly runKeyCommand: RunKeyCommand;
  readonly openSecret: OpenSecret;
}

/** The source of a setting, by precedence. */
export interface SettingOrigin {
  readonly kind: 'flag' | 'environment' | 'project' | 'saved' | 'default';
  /** The flag, the variable or the file. */
  readonly where: string;
}

export interface NamedContext {
  readonly name: string;
  readonly origin: SettingOrigin;
}

/**
 * Finds the named context by precedence: flag, environment, project file, `context use`.
 *
 * @returns null when nothing names one, or an address takes precedence
 * @throws CrierError of kind usage for conflicting flags
 */
export function findNamedContext(
  given: Pick<ChoiceInput, 'flags' | 'typed' | 'env' | 'settings' | 'project'>,
): NamedContext | null {
  const { flags } = given;
  if (flags.sandbox && flags.context !== undefined && flags.context !== SANDBOX) {
    throw createUsageError(
      `--sandbox and --context ${flags.context} cannot be used together`,
      'use only one of them',
    );
  }
  const [named] = listNamedContexts(given);
  const address = findAddressOrigin(given);
  if (named?.origin.kind === 'flag' && address?.kind === 'flag') {
    throw createUsageError(
      `--base-url and the context "${named.name}" cannot be used together: a context has its own address`,
      'use only one of them',
    );
  }
  return hasPrecedence(named, address) ? named : null;
}

/**
 * The context whose settings apply to a call, by its name, also where flags contradict each other.
 *
 * @returns null for an address
 */
export function findContextInUse(given: ChoiceInput): string | null {
  const [named] = listNamedContexts(given);
  const address = findAddressOrigin(given);
  if (hasPrecedence(named, address)) return named.name;
  return address === null ? SANDBOX : null;
}

/** Whether a context is used, and not an address of the same or of a stronger source. */
function hasPrecedence(
  named: NamedContext | undefined,
  address: SettingOrigin | null,
): named is NamedContext {
  if (named === undefined) return false;
  return address === null || STRENGTH.indexOf(named.origin.kind) <= STRENGTH.indexOf(address.kind);
}

/** Lists everything that names a context, by precedence. */
export function listNamedContexts({
  flags,
  typed,
  env,
  settings,
  project,
}: Pick<ChoiceInput, 'flags' | 'typed' | 'env' | 'settings' | 'project'>): readonly NamedContext[] {
  const variable = readVariable(env, 'CRIER_CONTEXT');
  const named = (
    kind: SettingOrigin['kind'],
    where: string,
    name: string | null | undefined,
  ): readonly NamedContext[] =>
    name === undefined || name === null ? [] : [{ name, origin: { kind, where } }];
  return [
    ...named('flag', '--sandbox', flags.sandbox ? SANDBOX : null),
    ...named('flag', '--context', typed.has('context') ? flags.context : null),
    ...named('environment', 'CRIER_CONTEXT', variable),
    ...named('project', project?.file ?? '', project?.context),
    ...named('saved', 'crier context use', settings.context),
  ];
}

/** The source of the address; null when none is given. */
export function findAddressOrigin({
  flags,
  typed,
}: Pick<ChoiceInput, 'flags' | 'typed'>): SettingOrigin | null {
  if (flags.baseUrl === undefined) return null;
  return typed.has('baseUrl')
    ? { kind: 'flag', where: '--base-url' }
    : { kind: 'environment', where: 'CRIER_BASE_URL' };
}

const STRENGTH: readonly SettingOrigin['kind'][] = ['flag', 'environment', 'project', 'saved', 'default'];
