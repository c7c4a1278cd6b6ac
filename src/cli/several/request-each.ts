import { CrierError } from '../../errors.ts';
import { mapInOrder } from './map-in-order.ts';
import { MAX_UNANSWERED, shouldAbortBatch } from './should-abort-batch.ts';

/** The result for one of several ids. */
export type IdResult<Value> =
  | { readonly id: string; readonly value: Value; readonly failure: null }
  | { readonly id: string; readonly value: null; readonly failure: CrierError };

/**
 * Sends a request for each id and yields the results in order. A failure of one id does not end the others,
 * unless all would fail the same way: then the rest is not requested.
 *
 * @param atOnce number of concurrent requests
 */
export function requestEach<Value>(
  ids: readonly string[],
  atOnce: number,
  ask: (id: string) => Promise<Value>,
): AsyncGenerator<IdResult<Value>> {
  let failures: readonly CrierError[] = [];
  return mapInOrder(ids, atOnce, async (id): Promise<IdResult<Value>> => {
    const facts = failures.map(({ facts: { code = null, http = null } }) => ({ code, http }));
    if (shouldAbortBatch(facts)) return { id, value: null, failure: createNotRequestedError(failures) };
    try {
      const value = await ask(id);
      failures = [];
      return { id, value, failure: null };
    } catch (error) {
      if (!(error instanceof CrierError)) throw error;
      failures = [...failures, error].slice(-MAX_UNANSWERED);
      return { id, value: null, failure: error };
    }
  });
}

function createNotRequestedError(failures: readonly CrierError[]): CrierError {
  const last = failures.at(-1);
  return new CrierError(last?.kind ?? 'unavailable', `not requested: ${last?.message ?? ''}`, last?.facts);
}
