import type { Clock } from '../clock.ts';
import { attemptRequest } from './attempt-request.ts';
import type { ClientAnswer } from './client-answer.ts';
import { computeRetryWait } from './compute-retry-wait.ts';
import type { ReadOptions } from './judge-answer.ts';
import { createRedactor } from './mask.ts';
import type { PreparedRequest } from './prepare-request.ts';
import { getRateWarning } from './rate-warning.ts';
import { redactEchoedKeys } from './redact-answer.ts';
import { redactError } from './redact-error.ts';
import type { Transport } from './transport.ts';
import type { WireEvent } from './wire-event.ts';
import { createWireObserver } from './wire-observer.ts';

/** Sends a request with the retries that the retry rule allows. */
export type Send = (request: PreparedRequest, reading: ReadOptions) => Promise<ClientAnswer<object>>;

/** How a client sends. */
export interface SendOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** From 0 up to, and without, 1. */
  random(): number;
  /** For each attempt, from the DNS lookup to the last byte. */
  readonly timeoutMs: number;
  /** Maximum number of retries of a GET. */
  readonly retries: number;
  /** Maximum wait before a retry. */
  readonly maxWaitMs: number;
  observe?(event: WireEvent): void;
  /** Prints a warning, such as that the request limit is near. */
  warn?(sentence: string): void;
  /** Aborts everything, with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * Creates the function by which a client sends its requests.
 *
 * @param secrets redacted everywhere: for the observer and in errors
 * @see docs/command-line.md#requests
 * @see docs/service/general.md#HTTP-06
 */
export function createSender(options: SendOptions, secrets: readonly string[]): Send {
  const wire = createWireObserver(options, secrets);
  const watchRate = createRateWatcher(options.warn);
  const clean = createRedactor(secrets);
  return async (request, reading) => {
    for (let attempt = 0; ; attempt++) {
      const seen = wire.request(request, attempt, reading);
      const outcome = await attemptRequest(request, {
        ...options,
        ...reading,
        secrets,
        onAnswer(answer) {
          seen.answer(answer);
          watchRate(answer.headers);
        },
      });
      if ('answer' in outcome) return redactEchoedKeys(outcome.answer, secrets);
      seen.failure(outcome.error);
      const last = { method: request.method, attempt, chance: options.random() };
      const waitMs = computeRetryWait(last, outcome.ending, options);
      if (waitMs === null) throw redactError(outcome.error, clean);
      wire.retry(attempt + 1, waitMs);
      await pause(waitMs, options);
    }
  };
}

async function pause(waitMs: number, { clock, signal }: SendOptions): Promise<void> {
  try {
    await clock.sleep(waitMs, signal);
  } catch (cause) {
    throw signal?.aborted ? signal.reason : cause;
  }
}

/** Warns once for each client: the count only grows until its window ends. */
function createRateWatcher(warn: SendOptions['warn']): (headers: ClientAnswer<unknown>['headers']) => void {
  let warned = false;
  return (headers) => {
    const sentence = warned ? null : getRateWarning(headers);
    if (sentence === null) return;
    warned = true;
    warn?.(sentence);
  };
}
