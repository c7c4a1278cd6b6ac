import { createUsageError } from '../../errors.ts';
import type { ChoiceInput } from '../config.ts';
import { readVariable } from '../environment.ts';
import { SANDBOX } from './settings.ts';

/** Where a setting comes from, the strongest first. */
export interface SettingOrigin {
  readonly kind: 'flag' | 'environment' | 'project' | 'saved' | 'default';
  /** The flag, the variable or the file. */
  readonly where: string;
}

/** A context that something names. */
export interface NamedContext {
  readonly name: string;
  readonly origin: SettingOrigin;
}

/**
 * The context that is named, by the strongest of what names one: flag, environment, project file, `context use`.
 *
 * @returns null when nothing names one, or an address is given that is stronger than what does
 * @throws CrierError of kind usage when two flags contradict each other
 */
export function findNamedContext(
  given: Pick<ChoiceInput, 'flags' | 'typed' | 'env' | 'settings' | 'project'>,
): NamedContext | null {
  const { flags } = given;
  if (flags.sandbox && flags.context !== undefined && flags.context !== SANDBOX) {
    throw createUsageError(
      `--sandbox and --context ${flags.context} contradict each other`,
      'give one of them',
    );
  }
  const [named] = listNamedContexts(given);
  if (named === undefined) return null;
  const address = findAddressOrigin(given);
  if (address === null || isStronger(named.origin, address)) return named;
  if (named.origin.kind === 'flag') {
    throw createUsageError(
      `--base-url and the context "${named.name}" contradict each other: a context has its own address`,
      'give one of them',
    );
  }
  return named.origin.kind === address.kind ? named : null;
}

/** Everything that names a context, the strongest first. */
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

/** Where the address comes from; null when none is given. */
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

function isStronger(one: SettingOrigin, other: SettingOrigin): boolean {
  return STRENGTH.indexOf(one.kind) < STRENGTH.indexOf(other.kind);
}
