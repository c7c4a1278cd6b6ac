import { CrierError } from '../errors.ts';
import { MAX_UNANSWERED, shouldAbortBatch } from '../rules/should-abort-batch.ts';
import { mapInOrder } from './map-in-order.ts';

/** What came of one id among several. */
export type IdResult<Value> =
  | { readonly id: string; readonly value: Value; readonly failure: null }
  | { readonly id: string; readonly value: null; readonly failure: CrierError };

/**
 * Asks the service for each of several ids, and brings what came in their order. What fails for one id does not end
 * the others, unless it would fail for each of them alike: then those that are left are not asked.
 *
 * @param atOnce how many requests are under way at the same moment
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
  return new CrierError(last?.kind ?? 'unavailable', `not asked: ${last?.message ?? ''}`, last?.facts);
}
