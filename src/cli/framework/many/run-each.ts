import { CrierError } from '../../../errors.ts';

/** The result for one of several ids, or of what else there are several of. */
export type IdResult<Value, Id = string> = {
  readonly id: Id;
  /** False when the request would have failed like those before it. */
  readonly isSent: boolean;
} & (
  | { readonly value: Value; readonly failure: null }
  | { readonly value: null; readonly failure: CrierError }
);

/**
 * Runs work for each id and yields the results in order: the one way in which a command does something for many. A failure
 * of one id does not end the others, unless all would fail the same way: then the rest is not requested.
 */
export async function* runEach<Id, Value>(
  ids: readonly Id[],
  {
    atOnce = 1,
    done = 'done',
    progress,
    keys = 'shared',
  }: {
    /** Number of concurrent requests. */
    atOnce?: number;
    /** Past participle, for the progress: `read`. */
    done?: string;
    progress?(text: string | null): void;
    /** Whether all are requested with the same key; else only a server that does not answer fails all. */
    keys?: 'shared' | 'own';
  },
  work: (id: Id) => Promise<Value>,
): AsyncGenerator<IdResult<Value, Id>> {
  let failures: readonly CrierError[] = [];
  let count = 0;
  const attempt = async (id: Id): Promise<IdResult<Value, Id>> => {
    const facts = failures.map(keys === 'shared' ? describeFailure : describeSilence);
    if (shouldAbortBatch(facts))
      return { id, value: null, failure: createNotRequestedError(failures), isSent: false };
    try {
      const value = await work(id);
      failures = [];
      return { id, value, failure: null, isSent: true };
    } catch (error) {
      if (!(error instanceof CrierError)) throw error;
      failures = [...failures, error].slice(-MAX_UNANSWERED);
      return { id, value: null, failure: error, isSent: true };
    }
  };
  for await (const result of mapInOrder(ids, atOnce, attempt)) {
    count += 1;
    if (ids.length > 1) progress?.(`${count} of ${ids.length} ${done}`);
    yield result;
  }
  progress?.(null);
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
  code: number | null;
  /** Null without an answer. */
  http: number | null;
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
