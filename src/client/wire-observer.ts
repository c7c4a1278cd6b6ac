import type { Clock } from '../clock.ts';
import { isRecord } from '../domain/json/loose-record.ts';
import type { ReadOptions } from './judge-answer.ts';
import { redact, redactAddress, redactCut, redactHeaders, redactJson } from './mask.ts';
import { parseJson } from './parse-json.ts';
import type { PreparedRequest } from './prepare-request.ts';
import { redactNamedSecrets } from './redact-answer.ts';
import type { ClientAnswer } from './transport.ts';

interface WireObserver {
  request(request: PreparedRequest, attempt: number, reading: ReadOptions): AttemptObserver;
  retry(attempt: number, waitMs: number): void;
}

interface AttemptObserver {
  answer(answer: Omit<ClientAnswer<unknown>, 'body'>): void;
  failure(error: Error): void;
}

const NO_OBSERVER: WireObserver = {
  request: () => ({ answer: () => undefined, failure: () => undefined }),
  retry: () => undefined,
};

/**
 * Reports what happens on the wire, with all secrets masked: those of the target by value, others by name. Costs
 * nothing without an observer.
 *
 * @see docs/safety.md#C8
 */
export function createWireObserver(
  { observe, clock }: { observe?(event: WireEvent): void; clock: Clock },
  secrets: readonly string[],
): WireObserver {
  if (observe === undefined) return NO_OBSERVER;
  return {
    request({ method, url, headers, body }, attempt, { answersSecret }) {
      const began = clock.now();
      const took = () => clock.now() - began;
      observe({
        kind: 'request',
        attempt,
        method,
        url: redactAddress(url, secrets),
        headers: redactHeaders(headers, secrets),
        body: body === null ? null : redactBody(Buffer.from(body), secrets),
      });
      return {
        answer({ http, headers: received, bytes }) {
          const said = answersSecret ? redactSecretBody(bytes, secrets) : redactBody(bytes, secrets);
          const shown = { headers: redactHeaders(received, secrets), body: said };
          observe({ kind: 'answer', attempt, http, ...shown, tookMs: took() });
        },
        failure: ({ message }) =>
          observe({ kind: 'failure', attempt, message: redact(message, secrets), tookMs: took() }),
      };
    },
    retry: (attempt, waitMs) => observe({ kind: 'retry', attempt, waitMs }),
  };
}

function redactBody(bytes: Uint8Array, secrets: readonly string[]): string {
  try {
    return JSON.stringify(redactJson(parseJson(bytes), secrets));
  } catch {
    // not JSON, or incomplete: shown as text
    return redactNamedSecrets(redactCut(Buffer.from(bytes).toString('utf8'), secrets));
  }
}

/** Secrets can be recognized by name only in an object. */
function redactSecretBody(bytes: Uint8Array, secrets: readonly string[]): string {
  return isObject(bytes) ? redactBody(bytes, secrets) : `${bytes.length} bytes that may contain a secret`;
}

function isObject(bytes: Uint8Array): boolean {
  try {
    return isRecord(parseJson(bytes));
  } catch {
    return false;
  }
}

type WireHeaders = Readonly<Record<string, string>>;

interface RequestEvent {
  kind: 'request';
  /** Zero-based, as in the events that follow. */
  attempt: number;
  method: string;
  url: string;
  headers: WireHeaders;
  body: string | null;
}

/** A response that was read completely, whatever its status. */
interface AnswerEvent {
  kind: 'answer';
  attempt: number;
  http: number;
  headers: WireHeaders;
  /** Decoded; invalid UTF-8 is replaced. */
  body: string;
  tookMs: number;
}

/** An attempt without a usable response; after an `answer` event it says what is wrong with it. */
interface FailureEvent {
  kind: 'failure';
  attempt: number;
  message: string;
  tookMs: number;
}

interface RetryEvent {
  kind: 'retry';
  attempt: number;
  waitMs: number;
}

/** Events on the wire, for `--verbose` and the trace file; secrets are masked in every member. */
export type WireEvent = RequestEvent | AnswerEvent | FailureEvent | RetryEvent;
