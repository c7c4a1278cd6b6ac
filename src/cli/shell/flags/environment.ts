import { createUsageError } from '../../../errors.ts';
import { maskLikelySecret } from '../likely-secrets.ts';
import { type RawValues, readValue } from '../parse.ts';
import type { FlagFacts } from './describe-schema.ts';

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const YES = ['1', 'true', 'yes', 'on'];
const NO = ['0', 'false', 'no', 'off'];

/**
 * Reads settings from the environment, for flags that are not on the command line.
 *
 * @param given fields on the command line: a flag takes precedence over its variable
 * @throws CrierError of kind usage for a variable that is empty or invalid
 */
export function readEnvironment(
  env: EnvironmentVariables,
  flags: readonly FlagFacts[],
  given: RawValues,
): RawValues {
  const open = flags.filter((flag) => flag.syntax.env !== undefined && !(flag.key in given));
  return Object.fromEntries(
    open.flatMap((flag) => {
      const value = readVariable(env, flag.syntax.env ?? '');
      return value === null ? [] : [[flag.key, parseVariable(flag, value)]];
    }),
  );
}

/** One variable: null when it is not set; an empty one is an error, since it is a mistake. */
export function readVariable(env: EnvironmentVariables, name: string): string | null {
  const value = env[name];
  if (value === undefined) return null;
  if (value === '') throw createUsageError(`${name} is set but empty`, `unset ${name}, or set it to a value`);
  return value;
}

function parseVariable(flag: FlagFacts, value: string): unknown {
  const named = { ...flag, name: flag.syntax.env ?? flag.name };
  if (flag.kind !== 'boolean') return readValue(named, value);
  if (YES.includes(value.toLowerCase())) return true;
  if (NO.includes(value.toLowerCase())) return false;
  throw createUsageError(`${named.name} is "${maskLikelySecret(value)}"`, `set it to ${YES[0]} or ${NO[0]}`);
}
