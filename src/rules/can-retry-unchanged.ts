import type { RetryAdvice } from '../facts/error-fact.ts';
import { ERRORS } from '../facts/errors.ts';
import { getField } from './loose-record.ts';
import { readCode } from './read-network-errors.ts';

const RETRYABLE: readonly RetryAdvice[] = ['same', 'later'];

/**
 * Whether what failed may work as it stands, now or later, without anything being mended. What the answer says of itself
 * beats the catalogue.
 *
 * @param failure with `code` and `retryAvailable`, as an answer or one network has them
 * @see docs/service/errors.md#ERR-05
 */
export function canRetryUnchanged(failure: unknown): boolean {
  const retryAvailable = getField(failure, 'retryAvailable');
  if (typeof retryAvailable === 'boolean') return retryAvailable;
  const fact = ERRORS[readCode(getField(failure, 'code')) ?? 0];
  return fact !== undefined && RETRYABLE.includes(fact.retry);
}
