import { CrierError } from '../../errors.ts';

/** Unknown post or comment. */
const UNKNOWN = 186;

/** Replaces the advice for an unknown id: that of the catalogue only applies to posts. */
export function explainUnknown(advice: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CrierError) || error.facts.code !== UNKNOWN) throw error;
    const { kind, message, facts } = error;
    throw new CrierError(kind, message, { ...facts, meaning: 'no post or comment with this id', advice });
  };
}
