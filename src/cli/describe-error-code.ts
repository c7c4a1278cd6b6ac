import type { ErrorFacts } from '../errors.ts';
import { ERRORS } from '../facts/errors.ts';

/** What the catalogue says of an error that crier foresees: nothing was sent, so there is no HTTP status. */
export function describeErrorCode(code: number): ErrorFacts {
  const fact = ERRORS[code];
  return { code, http: null, meaning: fact?.meaning ?? null, advice: fact?.advice ?? null };
}
