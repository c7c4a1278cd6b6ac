import type { Clock } from '../clock.ts';
import type { Answer } from './answer.ts';
import { redact, redactAddress, redactCut, redactHeaders, redactJson } from './mask.ts';
import { parseJson } from './parse-json.ts';
import type { Prepared } from './prepare.ts';
import type { WireEvent } from './wire-event.ts';

export interface WireObserver {
  request(request: Prepared, attempt: number): TryObserver;
  retry(attempt: number, waitMs: number): void;
}

/** Is told how one try went. */
export interface TryObserver {
  answer(answer: Omit<Answer<unknown>, 'body'>): void;
  failure(error: Error): void;
}

const NOBODY: WireObserver = {
  request: () => ({ answer: () => undefined, failure: () => undefined }),
  retry: () => undefined,
};

/**
 * Tells what happens on the wire, with all secrets masked: those of the target by value, others by name.
 * Costs nothing when nobody observes.
 *
 * @see safety.md, C8
 */
export function wireObserver(
  { observe, clock }: { observe?(event: WireEvent): void; readonly clock: Clock },
  secrets: readonly string[],
): WireObserver {
  if (observe === undefined) return NOBODY;
  return {
    request({ method, url, headers, body }, attempt) {
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
          const shown = { headers: redactHeaders(received, secrets), body: redactBody(bytes, secrets) };
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
    return redactCut(Buffer.from(bytes).toString('utf8'), secrets); // not JSON, or not all of it: shown as text
  }
}
