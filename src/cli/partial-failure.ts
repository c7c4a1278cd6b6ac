import { CrierError } from '../errors.ts';
import { getField } from '../rules/loose-record.ts';
import { readNetworkErrors } from '../rules/read-network-errors.ts';
import { readPostOutcome } from '../rules/read-post-outcome.ts';

/**
 * What is wrong with an answer that worked in part; null when nothing is. A new post tells it by its arrays, and says
 * `error` of itself; one that is only read is as it is.
 *
 * @see docs/service/comments.md#COM-16
 * @see docs/service/general.md#HTTP-11
 */
export function findPartialFailure(
  body: unknown,
  { isRead }: { readonly isRead: boolean },
): CrierError | null {
  const isPost = !isRead && readPostOutcome(body).verdict === 'partial';
  if (getField(body, 'status') !== 'partial' && !isPost) return null;
  const errors = isPost ? readPostOutcome(body).failures : readNetworkErrors(getField(body, 'errors'));
  const message =
    errors.length === 0 ? 'the service says that only a part of it worked' : `${errors.length} failed`;
  return new CrierError('partial', message, { http: 200, errors, advice: 'what worked is printed' });
}
