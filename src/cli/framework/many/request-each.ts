import { CrierError } from '../../../errors.ts';

/** The result for one of several ids. */
export type IdResult<Value> =
  | { readonly id: string; readonly value: Value; readonly failure: null }
  | {
      readonly id: string;
      readonly value: null;
      readonly failure: CrierError;
      /** False when the request would have failed like those before it. */
      readonly isSent: boolean;
    };

/** How several requests are made and reported. */
interface RunEachOptions {
  /** Number of concurrent requests. */
  readonly atOnce: number;
  /** Past participle, for the progress: `read`. */
  readonly done: string;
  /** Reports progress. */
  progress(text: string | null): void;
}

/** Sends a request for each id, as `requestEach`, with progress, and waits for all of them. */
export async function runEach<Value>(
  ids: readonly string[],
  { atOnce, done, progress }: RunEachOptions,
  ask: (id: string) => Promise<Value>,
): Promise<readonly IdResult<Value>[]> {
  const all: IdResult<Value>[] = [];
  for await (const each of requestEach(ids, atOnce, ask)) {
    all.push(each);
    if (ids.length > 1) progress(`${all.length} of ${ids.length} ${done}`);
  }
  progress(null);
  return all;
}

/**
 * Sends a request for each id and yields the results in order. A failure of one id does not end the others,
 * unless all would fail the same way: then the rest is not requested.
 *
 * @param atOnce number of concurrent requests
 * @param keys whether all are requested with the same key; else only a server that does not answer fails all
 */
export function requestEach<Value>(
  ids: readonly string[],
  atOnce: number,
  ask: (id: string) => Promise<Value>,
  keys: 'shared' | 'own' = 'shared',
): AsyncGenerator<IdResult<Value>> {
  let failures: readonly CrierError[] = [];
  return mapInOrder(ids, atOnce, async (id): Promise<IdResult<Value>> => {
    const facts = failures.map(keys === 'shared' ? describeFailure : describeSilence);
    if (shouldAbortBatch(facts))
      return { id, value: null, failure: createNotRequestedError(failures), isSent: false };
    try {
      const value = await ask(id);
      failures = [];
      return { id, value, failure: null };
    } catch (error) {
      if (!(error instanceof CrierError)) throw error;
      failures = [...failures, error].slice(-MAX_UNANSWERED);
      return { id, value: null, failure: error, isSent: true };
    }
  });
}

function describeFailure({ facts: { code = null, http = null } }: CrierError): FailedRequest {
  return { code, http };
}

/** An answer of any kind says nothing of the next key. */
function describeSilence({ kind, facts: { http = null } }: CrierError): FailedRequest {
  return { code: null, http: kind === 'unavailable' ? http : ANSWERED };
}

const ANSWERED = 200;

function createNotRequestedError(failures: readonly CrierError[]): CrierError {
  const last = failures.at(-1);
  return new CrierError(last?.kind ?? 'unavailable', `not requested: ${last?.message ?? ''}`, last?.facts);
}

/**
 * Maps items with limited concurrency and yields the results in the items' order.
 *
 * @param atOnce the concurrency, 1 or more
 */
export async function* mapInOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    result.catch(() => {}); // a consumer that stops early never awaits this one
    running.push(result);
    const first = running.length < atOnce ? undefined : running.shift();
    if (first !== undefined) yield await first;
  }
  for (const result of running) yield await result;
}

/** The parts of a failed request that predict the next ones. */
interface FailedRequest {
  /** The service's numbered code. */
  readonly code: number | null;
  /** Null without an answer. */
  readonly http: number | null;
}

/** Codes that concern the caller (key, plan, account, request limit), not the request. */
const CALLER_CODES: readonly number[] = [102, 468, 471, 472, 1403, 1429];

/** Consecutive requests without an answer after which the server counts as unreachable. */
const MAX_UNANSWERED = 3;

/**
 * Whether all further requests of a batch would fail in the same way. Continuing would do harm: too many rejected
 * requests suspend a profile.
 *
 * @param failures the most recent ones, since the last success
 * @see docs/service/access.md#access-errors, #request-limit
 */
export function shouldAbortBatch(failures: readonly FailedRequest[]): boolean {
  const last = failures.at(-1);
  if (last === undefined) return false;
  if (last.code !== null) return CALLER_CODES.includes(last.code);
  if (last.http === 401 || last.http === 403 || last.http === 429) return true;
  return (
    failures.length >= MAX_UNANSWERED && failures.slice(-MAX_UNANSWERED).every(({ http }) => http === null)
  );
}
