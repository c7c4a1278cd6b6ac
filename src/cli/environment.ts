import { createUsageError } from '../errors.ts';
import type { FlagFacts } from './describe-schema.ts';
import { maskLikelySecret } from './mask-likely-secret.ts';
import { type RawValues, readValue } from './parse.ts';

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const YES = ['1', 'true', 'yes', 'on'];
const NO = ['0', 'false', 'no', 'off'];

/**
 * Settings that flags left open, taken from the environment.
 *
 * @param given fields that stood on the command line: a flag beats its variable
 * @throws CrierError of kind usage: a variable that is set but empty, or holds what its flag could not
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

/** One variable: null when it is not set; set but empty is an error, since nobody means that. */
export function readVariable(env: EnvironmentVariables, name: string): string | null {
  const value = env[name];
  if (value === undefined) return null;
  if (value === '') throw createUsageError(`${name} is set but empty`, `unset ${name}, or give it a value`);
  return value;
}

function parseVariable(flag: FlagFacts, value: string): unknown {
  const named = { ...flag, name: flag.syntax.env ?? flag.name };
  if (flag.kind !== 'boolean') return readValue(named, value);
  if (YES.includes(value.toLowerCase())) return true;
  if (NO.includes(value.toLowerCase())) return false;
  throw createUsageError(
    `${named.name} is "${maskLikelySecret(value)}"`,
    `it is a switch: ${YES[0]} or ${NO[0]}`,
  );
}
