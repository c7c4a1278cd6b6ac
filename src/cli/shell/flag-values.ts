import type { FlagFacts } from './flags/describe-schema.ts';
import { describeSet } from './flags/describe-set.ts';
import type { FlagSet } from './flags/flags.ts';
import type { RawValues } from './parse.ts';
import { requireValid } from './schema-issues.ts';

/**
 * The values of a set's flags: the given ones, else the defaults. The schema is loaded only for values that
 * need a check.
 *
 * @param given read from words and environment: each has its flag's kind, and is one of its choices
 * @param written the flags as they were spelled
 * @throws CrierError of kind usage
 */
export function flagValues(set: FlagSet, given: RawValues, written: readonly FlagFacts[]): RawValues {
  const flags = describeSet(set);
  const own = flags.filter(({ key }) => key in given);
  const doubtful = own.filter(({ isFree }) => !isFree).map(({ key }) => key);
  return {
    ...Object.fromEntries(
      flags.filter((flag) => 'fallback' in flag).map((flag) => [flag.key, flag.fallback]),
    ),
    ...Object.fromEntries(own.map(({ key }) => [key, given[key]])),
    ...(doubtful.length > 0 && validateValues(set, pickKeys(given, doubtful), written)),
  };
}

function validateValues({ schema }: FlagSet, values: RawValues, written: readonly FlagFacts[]): RawValues {
  const mask = Object.fromEntries(Object.keys(values).map((key) => [key, true as const]));
  return requireValid(schema.pick(mask).safeParse(values, { reportInput: true }), written);
}

/** Picks the values of some keys. */
export function pickKeys(values: RawValues, keys: readonly string[]): RawValues {
  return Object.fromEntries(keys.filter((key) => key in values).map((key) => [key, values[key]]));
}
