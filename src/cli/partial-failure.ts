import { CrierError } from '../errors.ts';
import { field } from '../rules/loose-record.ts';
import { readLegErrors } from '../rules/read-leg-errors.ts';

/** What is wrong with an answer that worked in part; null when nothing is. @see rule COM-16 */
export function partialFailure(body: unknown): CrierError | null {
  if (field(body, 'status') !== 'partial') return null;
  const errors = readLegErrors(field(body, 'errors'));
  const message =
    errors.length === 0 ? 'the service says that only a part of it worked' : `${errors.length} failed`;
  return new CrierError('partial', message, { http: 200, errors, advice: 'what worked is printed' });
}
