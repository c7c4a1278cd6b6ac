import { CrierError } from '../../errors.ts';

/** No such post or comment. */
const UNKNOWN = 186;

/** Says what an id could be that the service does not know: what the catalogue advises is for posts alone. */
export function explainUnknown(advice: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CrierError) || error.facts.code !== UNKNOWN) throw error;
    const { kind, message, facts } = error;
    throw new CrierError(kind, message, { ...facts, meaning: 'there is nothing with this id', advice });
  };
}
