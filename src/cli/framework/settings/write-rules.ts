import { createUsageError } from '../../../errors.ts';
import { maskLikelySecret } from '../output/text/known-secrets.ts';
import { suggestNearest } from '../output/text/suggest-nearest.ts';
import { listMachineClaims, type MachineClaim, WRITES } from './machine-keys.ts';
import { type ChoiceInput, findContextInUse } from './named-context.ts';
import { WriteMode } from './settings.ts';

/** A rule about what commands may send, and where it is from. */
export interface WriteRule {
  readonly mode: WriteMode;
  /** The variable, the project file, or `built in`. */
  readonly where: string;
}

/** From the loosest to the strictest. */
const STRICTNESS = WriteMode.options;

/**
 * Reads the rules that apply: that of the user (environment, else saved, else the default), and those of the context
 * and of the project, which cannot make it looser: a request has to pass all.
 *
 * @throws CrierError of kind usage for an unknown word: a misspelled rule must not allow everything
 * @see docs/command-line.md#writes
 */
export function readWriteRules(given: ChoiceInput): readonly WriteRule[] {
  const claims = listMachineClaims(WRITES, { ...given, context: findContextInUse(given) });
  const isOfUser = ({ source }: MachineClaim) => source !== 'project' && source !== 'context';
  const ofUser = claims.find(isOfUser);
  const others = claims.filter((claim) => !isOfUser(claim));
  return [...(ofUser === undefined ? [] : [ofUser]), ...others].map(({ value, where }) => ({
    mode: parseMode(value, where),
    where,
  }));
}

function parseMode(value: string, where: string): WriteMode {
  const mode = WriteMode.safeParse(value.toLowerCase()).data;
  if (mode !== undefined) return mode;
  throw createUsageError(
    value === '' ? `${where} is set but empty` : `${where} is "${maskLikelySecret(value)}"`,
    `${suggestNearest(value, STRICTNESS)}set it to on, ask, drafts or off`,
  );
}

export function readStrictestRule(given: Parameters<typeof readWriteRules>[0]): WriteRule {
  return readWriteRules(given).reduce((one, other) =>
    STRICTNESS.indexOf(other.mode) > STRICTNESS.indexOf(one.mode) ? other : one,
  );
}
