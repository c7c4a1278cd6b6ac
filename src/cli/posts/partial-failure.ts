import { getField } from '../../domain/json/loose-record.ts';
import { readNetworkErrors } from '../../domain/requests/read-answer.ts';
import { CrierError } from '../../errors.ts';
import { readPostOutcome } from './read-post-outcome.ts';

/**
 * The failure of a partial response; null when nothing failed. A new post reports it in its arrays and has
 * the status `error`; a post that is read has the status of its publication.
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
  const message = errors.length === 0 ? 'the service reports a partial failure' : `${errors.length} failed`;
  return new CrierError('partial', message, { http: 200, errors, advice: 'the rest is printed' });
}
