import type { Clock } from '../clock.ts';
import { getField } from '../domain/json/loose-record.ts';
import { readCode } from '../domain/requests/read-answer.ts';
import { CrierError } from '../errors.ts';
import { isReadRequest } from '../service/routes/read-request.ts';
import { explainConnectionError } from './explain-connection-error.ts';
import { isJsonType, judgeAnswer, type ReadOptions } from './judge-answer.ts';
import { type OpenedAnswer, openAnswer } from './open-answer.ts';
import type { PreparedRequest } from './prepare-request.ts';
import { readBody, toUnreadableFailure, UnreadableError } from './read-body.ts';
import { completeAdvice, type RequestFate, type RequestOutcome, readRetryAfter } from './retry-advice.ts';
import type { ClientAnswer, Transport, WireResponse } from './transport.ts';

/** Result of one attempt: a response, its beginning, or an error with what decides about a retry. */
type AttemptResult =
  | { answer: ClientAnswer<object> }
  | { answer: null; begun: BegunAnswer }
  | { error: CrierError; ending: RequestOutcome };

/** A response of which the beginning was read. */
export interface BegunAnswer extends Omit<ClientAnswer<unknown>, 'body'>, Pick<OpenedAnswer, 'split'> {
  /** Waits for the service; only this time counts against the time limit. @throws {CrierError} */
  wait<T>(work: () => Promise<T>): Promise<T>;
  /** Turns what reading threw into the failure of the request; where that is tried again, nothing is turned. */
  explain(cause: unknown): unknown;
  /** Ends the request; must be called. */
  close(): void;
}

interface AttemptOptions extends ReadOptions {
  transport: Transport;
  clock: Clock;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  secrets: readonly string[];
  /** Called for every body that was read completely. */
  onAnswer(answer: Omit<ClientAnswer<unknown>, 'body'>): void;
  /** Reads a response that comes in parts to its end, as a part of the attempt. */
  drain?: ((begun: BegunAnswer) => Promise<void>) | undefined;
}

/**
 * Sends a request once and judges the response. A response that comes in parts stays open.
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
  let isOpening = false;
  const explain = (cause: unknown) => {
    const { error, fate, lost } = toAttemptFailure(cause, timeUp, host);
    const ending = toEnding(error, lost, readRetryAfterHeader(head, clock.now()));
    return { error: completeAdvice(error, request, isOpening ? 'unsent' : fate), ending };
  };
  const { wait, close, signal: ending } = createDeadline({ clock, timeoutMs, signal, timeoutError: timeUp });
  let isOpen = false;
  try {
    const received = await wait(async () => {
      const onConnection = (isOpen: boolean) => {
        isOpening = !isOpen;
      };
      const response = await options.transport({ ...request, signal: ending, onConnection });
      head = response;
      return await receive(response, request.url, options);
    });
    if (!('split' in received)) return { answer: received };
    const toError = (cause: unknown) => explain(received.explain(cause)).error;
    const begun = { ...received, wait, explain: toError, close };
    await options.drain?.({ ...begun, explain: received.explain });
    isOpen = options.drain === undefined;
    return { answer: null, begun };
  } catch (cause) {
    return explain(cause);
  } finally {
    if (!isOpen) close();
  }
}

async function receive(
  { status: http, headers, body }: WireResponse,
  url: URL,
  { secrets, onAnswer, clock, longLists, answersSecret, isSplit = null }: AttemptOptions,
) {
  if (http >= 300 && http < 400) throw createRedirectError(url, http, headers['location']);
  const explainFault = (fault: UnreadableError) =>
    toUnreadableFailure(fault, { http, headers, host: url.host, isSecret: answersSecret }, secrets);
  const explain = (cause: unknown) => (cause instanceof UnreadableError ? explainFault(cause) : cause);
  try {
    const codings = headers['content-encoding'];
    const mayCome = isSplit !== null && http === 200 && isJsonType(headers['content-type']);
    const opened = mayCome ? await openAnswer(body, codings, isSplit) : await readBody(body, codings);
    const bytes = 'split' in opened ? opened.bytes : opened;
    onAnswer({ http, headers, bytes });
    if ('split' in opened) return { http, headers, bytes, split: opened.split, explain };
    return judgeAnswer(
      { http, headers, bytes },
      { secrets, now: clock.now(), longLists, lateFault: explainFault },
    );
  } catch (cause) {
    throw explain(cause);
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
 * Sets one time limit for all steps of an operation, of which only the time that it waits counts. It ends when the time
 * is up, whether or not the operation heeds its signal.
 *
 * @throws the signal's reason
 */
function createDeadline({
  clock,
  timeoutMs,
  signal,
  timeoutError,
}: {
  clock: Clock;
  timeoutMs: number;
  /** The user's interrupt. */
  signal: AbortSignal | undefined;
  /** What a wait rejects with when its time is up. */
  timeoutError: Error;
}) {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  let leftMs = timeoutMs;
  return {
    signal: ending.signal,
    /** @throws `timeoutError`, the signal's reason, or what the work throws */
    async wait<T>(work: () => Promise<T>): Promise<T> {
      const done = new AbortController();
      const startedAt = clock.steady();
      clock.sleep(leftMs, done.signal).then(
        () => ending.abort(timeoutError),
        () => undefined, // the work ended first
      );
      try {
        return await raceAbort(work(), ending.signal);
      } finally {
        done.abort(null); // an error would be made for each wait
        leftMs -= clock.steady() - startedAt;
      }
    },
    /** Ends what the operation left open. */
    close() {
      ending.abort();
      signal?.removeEventListener('abort', stop);
    },
  };
}

/** A listener for each wait, and no longer: a promise that is raced again and again would keep all results. */
function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    // the operation may have aborted it before this listener was added
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
