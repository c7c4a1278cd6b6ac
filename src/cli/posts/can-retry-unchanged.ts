import { getField } from '../../domain/json/loose-record.ts';
import { readCode } from '../../domain/requests/read-answer.ts';
import type { RetryAdvice } from '../../service/error-fact.ts';
import { ERRORS } from '../../service/errors.ts';

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
