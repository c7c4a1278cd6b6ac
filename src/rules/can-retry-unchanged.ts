import type { RetryAdvice } from '../facts/error-fact.ts';
import { ERRORS } from '../facts/errors.ts';
import { getField } from './loose-record.ts';
import { readCode } from './read-network-errors.ts';

const RETRYABLE: readonly RetryAdvice[] = ['same', 'later'];

/**
 * Whether a failed request may succeed unchanged, now or later. `retryAvailable` of the answer takes precedence over
 * the catalogue.
 *
 * @param failure with `code` and `retryAvailable`, of an answer or of one network
 * @see docs/service/errors.md#ERR-05
 */
export function canRetryUnchanged(failure: unknown): boolean {
  const retryAvailable = getField(failure, 'retryAvailable');
  if (typeof retryAvailable === 'boolean') return retryAvailable;
  const fact = ERRORS[readCode(getField(failure, 'code')) ?? 0];
  return fact !== undefined && RETRYABLE.includes(fact.retry);
}
