import { CrierError } from '../../errors.ts';
import { mends } from '../comments-outcome.ts';

/**
 * A failure that every network has its own reason for: the words of the first are not those of the whole. How the run
 * ends is told by the first.
 */
export function refusedByAll(error: CrierError): CrierError {
  const { kind, facts } = error;
  const { errors = [] } = facts;
  if (errors.length < 2) return error;
  return new CrierError(kind, `every network refused the post, ${errors.length} in all`, {
    ...facts,
    meaning: null,
    advice: `${mends(errors)}nothing is out, so that the same post can be made again once that is mended`,
  });
}
