import { expect, test } from 'vitest';
import type { RawValues } from '../../../../../src/cli/framework/argv/read-value.ts';
import { describeSet } from '../../../../../src/cli/framework/input/flags/describe-set.ts';
import { EVERY, type FlagSet, REMOTE, WRITE } from '../../../../../src/cli/framework/input/flags/flags.ts';
import { flagValues, pickKeys } from '../../../../../src/cli/framework/prepare-command.ts';

/** What the schema of a set parses from values, only its own fields. */
function bySchema({ schema }: FlagSet, given: RawValues): unknown {
  return schema.parse(pickKeys(given, Object.keys(schema.shape)));
}

test.each([
  ['nothing', EVERY, {}],
  ['nothing for the service', REMOTE, {}],
  ['nothing to change', WRITE, {}],
  ['switches', EVERY, { json: true, quiet: true, noInput: false }],
  ['one of the choices', EVERY, { output: 'csv', color: 'never' }],
  ['any text', EVERY, { fields: 'a,b', context: 'work' }],
  ['a length of time', REMOTE, { timeout: '5s' }],
  ['a number', REMOTE, { retries: 0, profile: 'acme' }],
  ['flags of other sets', WRITE, { yes: true, json: true, timeout: '5s' }],
] as const satisfies readonly (readonly [string, FlagSet, RawValues])[])(
  '%s comes out as the schema would have it',
  (_what, set: FlagSet, given) => {
    expect(flagValues(set, given, describeSet(set))).toEqual(bySchema(set, given));
  },
);

test.each([
  ['a length of time', REMOTE, { timeout: '0s' }, '--timeout must be at least 1ms'],
  ['a number', REMOTE, { retries: 11 }, '--retries must be at most 10'],
] as const)('%s that the schema refuses is refused', (_what, set, given, message) => {
  expect(() => flagValues(set, given, describeSet(set))).toThrow(message);
});

test('a value is free only where its schema asks nothing more', () => {
  const asking = [...describeSet(EVERY), ...describeSet(REMOTE), ...describeSet(WRITE)]
    .filter(({ isFree }) => !isFree)
    .map(({ name }) => name);
  expect(asking).toEqual(['--timeout', '--retries', '--max-wait']);
});
