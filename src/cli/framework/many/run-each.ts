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
  const attempts = createAttempts<Id>(keys);
  let count = 0;
  const attempt = async (id: Id): Promise<IdResult<Value, Id>> => {
    const result = await attempts.run(id, work);
    if (result.failure === null) attempts.succeed();
    return result;
  };
  for await (const result of mapInOrder(ids, atOnce, attempt)) {
    count += 1;
    if (ids.length > 1) progress?.(`${count} of ${ids.length} ${done}`);
    yield result;
  }
  progress?.(null);
}

/** What is read of one id in parts. */
interface PartsOfId<Part, Value> {
  readonly parts: AsyncIterable<Part>;
  /** Known after the last part. */
  end(): Value;
  /** Ends the request, unless all parts were read. */
  close(): void;
}

/** A part of what is read of an id, before its result. */
export interface IdPart<Part, Id = string> {
  readonly id: Id;
  readonly part: Part;
}

/**
 * Runs work for each id as `runEach` does, and yields what each gives in parts, in the order of the ids: those of one, its
 * result, those of the next. The next part is read when the one before was taken; only the first of concurrent requests is
 * read further than to its beginning.
 */
export async function* runEachInParts<Id, Part, Value>(
  ids: readonly Id[],
  {
    atOnce = 1,
    done = 'done',
    progress,
  }: { atOnce?: number; done?: string; progress?(text: string | null): void },
  open: (id: Id) => Promise<PartsOfId<Part, Value>>,
): AsyncGenerator<IdPart<Part, Id> | IdResult<Value, Id>> {
  const attempts = createAttempts<Id>('shared');
  const opened = new Set<() => void>();
  let isOver = false;
  const attempt = (id: Id) =>
    attempts.run(id, async () => {
      const found = await open(id);
      opened.add(found.close);
      if (isOver) found.close();
      return found;
    });
  let count = 0;
  try {
    for await (const found of mapInOrder(ids, atOnce, attempt)) {
      if (found.failure === null) yield* readParts(found.id, found.value);
      else yield found;
      if (found.value !== null) opened.delete(found.value.close);
      count += 1;
      if (ids.length > 1) progress?.(`${count} of ${ids.length} ${done}`);
    }
  } finally {
    isOver = true;
    for (const close of opened) close();
  }
  progress?.(null);

  async function* readParts(id: Id, { parts, end }: PartsOfId<Part, Value>) {
    try {
      for await (const part of parts) yield { id, part };
      const result: IdResult<Value, Id> = { id, value: end(), failure: null, isSent: true };
      attempts.succeed();
      yield result;
    } catch (error) {
      yield attempts.fail(id, error);
    }
  }
}

/** Runs work for single ids, and keeps in mind the last failures, which predict those of the others. */
function createAttempts<Id>(keys: 'shared' | 'own') {
  let failures: readonly CrierError[] = [];
  const attempts = {
    succeed() {
      failures = [];
    },
    /** @throws anything that is not the failure of a request */
    fail(id: Id, error: unknown): IdResult<never, Id> {
      if (!(error instanceof CrierError)) throw error;
      failures = [...failures, error].slice(-MAX_UNANSWERED);
      return { id, value: null, failure: error, isSent: true };
    },
    async run<Value>(id: Id, work: (id: Id) => Promise<Value>): Promise<IdResult<Value, Id>> {
      const facts = failures.map(keys === 'shared' ? describeFailure : describeSilence);
      if (shouldAbortBatch(facts))
        return { id, value: null, failure: createNotRequestedError(failures), isSent: false };
      try {
        return { id, value: await work(id), failure: null, isSent: true };
      } catch (error) {
        return attempts.fail(id, error);
      }
    },
  };
  return attempts;
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
