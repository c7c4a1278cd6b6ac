import type { Clock } from '../clock.ts';
import { getField } from '../domain/json/loose-record.ts';
import { readCode } from '../domain/requests/read-answer.ts';
import { CrierError } from '../errors.ts';
import { isReadRequest } from '../service/routes/read-request.ts';
import { explainConnectionError } from './explain-connection-error.ts';
import { judgeAnswer, type ReadOptions } from './judge-answer.ts';
import type { PreparedRequest } from './prepare-request.ts';
import { readBody, toUnreadableFailure, UnreadableError } from './read-body.ts';
import { completeAdvice, type RequestFate, type RequestOutcome, readRetryAfter } from './retry-advice.ts';
import type { ClientAnswer, Transport, WireResponse } from './transport.ts';

/** Result of one attempt: a response, or an error with what decides about a retry. */
type AttemptResult = { answer: ClientAnswer<object> } | { error: CrierError; ending: RequestOutcome };

interface AttemptOptions extends ReadOptions {
  transport: Transport;
  clock: Clock;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  secrets: readonly string[];
  /** Called for every body that was read completely. */
  onAnswer(answer: Omit<ClientAnswer<unknown>, 'body'>): void;
}

/**
 * Sends a request once and judges the response.
 *
 * @throws the signal's reason, and any defect
 */
export async function attemptRequest(
  request: PreparedRequest,
  options: AttemptOptions,
): Promise<AttemptResult> {
  const { clock, timeoutMs, signal } = options;
  const { host } = request.url;
  const timeUp = createTimeoutError(request, timeoutMs);
  let head: Omit<WireResponse, 'body'> | null = null;
  try {
    const answer = await runWithTimeout(
      { clock, timeoutMs, signal, timeoutError: timeUp },
      async (ending) => {
        const response = await options.transport({ ...request, signal: ending });
        head = response;
        return await receive(response, request.url, options);
      },
    );
    return { answer };
  } catch (cause) {
    const { error, fate, lost } = toAttemptFailure(cause, timeUp, host);
    const ending = toEnding(error, lost, readRetryAfterHeader(head, clock.now()));
    return { error: completeAdvice(error, request, fate), ending };
  }
}

async function receive(
  { status: http, headers, body }: WireResponse,
  url: URL,
  { secrets, onAnswer, clock, longLists, answersSecret }: AttemptOptions,
): Promise<ClientAnswer<object>> {
  if (http >= 300 && http < 400) throw createRedirectError(url, http, headers['location']);
  const explain = (fault: UnreadableError) =>
    toUnreadableFailure(fault, { http, headers, host: url.host, isSecret: answersSecret }, secrets);
  try {
    const bytes = await readBody(body, headers['content-encoding']);
    onAnswer({ http, headers, bytes });
    return judgeAnswer(
      { http, headers, bytes },
      { secrets, now: clock.now(), longLists, lateFault: explain },
    );
  } catch (cause) {
    throw cause instanceof UnreadableError ? explain(cause) : cause;
  }
}

function createTimeoutError({ method, url }: PreparedRequest, timeoutMs: number): CrierError {
  const moreTime = 'increase --timeout';
  return new CrierError(
    'unavailable',
    `${url.host} did not send a complete response within ${timeoutMs / 1_000} s`,
    {
      http: null,
      advice: isReadRequest(method, url.pathname) ? `try again later, or ${moreTime}` : moreTime,
    },
  );
}

/** Names only the host: the rest of the address is text of the other side and may contain what it was sent. */
function createRedirectError(url: URL, http: number, location: string | undefined): CrierError {
  const other = location === undefined ? '' : (URL.parse(location, url.href)?.host ?? '');
  const place = other === '' ? 'elsewhere' : `to ${other}`;
  return new CrierError(
    'unavailable',
    `${url.host} redirects ${place} (HTTP ${http}), which is not followed`,
    {
      http,
      advice: 'if you trust the final URL, use it as the base URL',
    },
  );
}

interface AttemptFailure {
  error: CrierError;
  fate: RequestFate;
  /** No response, or an incomplete one. */
  lost: boolean;
}

function toAttemptFailure(cause: unknown, timeUp: CrierError, host: string): AttemptFailure {
  if (cause === timeUp) return { error: timeUp, fate: 'lost', lost: true };
  if (cause instanceof CrierError) return { error: cause, fate: 'answered', lost: false };
  const named = explainConnectionError(cause, host);
  if (named === null) throw cause;
  return { ...named, fate: named.unsent ? 'unsent' : 'lost' };
}

function readRetryAfterHeader(head: Omit<WireResponse, 'body'> | null, now: number): number | null {
  return readRetryAfter(head?.headers['retry-after'], now);
}

function toEnding({ facts }: CrierError, lost: boolean, retryAfterMs: number | null): RequestOutcome {
  const legs = (facts.errors ?? []).map((leg) => readCode(getField(leg, 'code')));
  return {
    http: facts.http ?? null,
    lost,
    codes: [facts.code ?? null, ...legs].filter((code) => code !== null),
    retryAvailable: facts.retryAvailable === true,
    retryAfterMs,
  };
}

/**
 * Runs an operation under one time limit for all its steps. It ends when the time is up, whether or not the operation
 * heeds its signal.
 *
 * @throws `timeoutError`, the signal's reason, or what the operation throws
 */
async function runWithTimeout<T>(
  {
    clock,
    timeoutMs,
    signal,
    timeoutError,
  }: {
    clock: Clock;
    timeoutMs: number;
    /** The user's interrupt. */
    signal: AbortSignal | undefined;
    /** What the operation rejects with when its time is up. */
    timeoutError: Error;
  },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const done = new AbortController();
  clock.sleep(timeoutMs, done.signal).then(
    () => ending.abort(timeoutError),
    () => undefined, // the operation ended first
  );
  try {
    return await Promise.race([work(ending.signal), rejectOnAbort(ending.signal)]);
  } finally {
    done.abort();
    ending.abort(); // ends what the operation left open
    signal?.removeEventListener('abort', stop);
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    // the operation may have aborted it before this listener was added
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
