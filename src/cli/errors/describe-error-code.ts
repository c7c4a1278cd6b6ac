import type { ErrorFacts } from '../../errors.ts';
import { ERRORS } from '../../service/errors.ts';

/** Facts of an error code for a refusal by crier itself: nothing was sent, so there is no HTTP status. */
export function describeErrorCode(code: number): ErrorFacts {
  const fact = ERRORS[code];
  return { code, http: null, meaning: fact?.meaning ?? null, advice: fact?.advice ?? null };
}
