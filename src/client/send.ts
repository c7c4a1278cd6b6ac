import type { Clock } from '../clock.ts';
import { CrierError } from '../errors.ts';
import { waitBeforeRetry } from '../rules/retry.ts';
import type { Answer } from './answer.ts';
import { redact, redactJson } from './mask.ts';
import type { Prepared } from './prepare.ts';
import { rateWarning } from './rate.ts';
import type { Transport } from './transport.ts';
import { tryOnce } from './try-once.ts';
import type { WireEvent } from './wire-event.ts';
import { wireObserver } from './wire-observer.ts';

/** Sends a request, as often as the rule on retries allows, and brings its answer. */
export type Send = (request: Prepared) => Promise<Answer<object>>;

/** How a client sends. */
export interface SendOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** From 0 up to 1. */
  random(): number;
  /** For each try, from the first lookup to the last byte. */
  readonly timeoutMs: number;
  /** How many more times a GET is tried. */
  readonly retries: number;
  /** Longest wait before another try. */
  readonly maxWaitMs: number;
  observe?(event: WireEvent): void;
  /** Takes a sentence for the user, such as that the request limit is near. */
  warn?(sentence: string): void;
  /** Ends everything, with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * Makes the one way of a client to the service.
 *
 * @param secrets are shown nowhere: not to the observer, not in an error
 * @see the command line's contract, "Requests"; rule HTTP-06
 */
export function sender(options: SendOptions, secrets: readonly string[]): Send {
  const wire = wireObserver(options, secrets);
  const watchRate = rateWatcher(options.warn);
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const seen = wire.request(request, attempt);
      const outcome = await tryOnce(request, {
        ...options,
        secrets,
        arrived(answer) {
          seen.answer(answer);
          watchRate(answer.headers);
        },
      });
      if ('answer' in outcome) return outcome.answer;
      seen.failure(outcome.error);
      const last = { method: request.method, attempt, chance: options.random() };
      const waitMs = waitBeforeRetry(last, outcome.ending, options);
      if (waitMs === null) throw withoutSecrets(outcome.error, secrets);
      wire.retry(attempt + 1, waitMs);
      await pause(waitMs, options);
    }
  };
}

/** The one place where an error leaves: whatever a server repeated of the keys stays here. */
function withoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof CrierError)) return error;
  const { details, errors, ...facts } = error.facts;
  return new CrierError(error.kind, redact(error.message, secrets), {
    ...facts,
    ...(details !== undefined && { details: redactJson(details, secrets) }),
    ...(errors !== undefined && { errors: errors.map((each) => redactJson(each, secrets)) }),
  });
}

async function pause(waitMs: number, { clock, signal }: SendOptions): Promise<void> {
  try {
    await clock.sleep(waitMs, signal);
  } catch (cause) {
    throw signal?.aborted ? signal.reason : cause;
  }
}

/** Warns once a client: the count only grows until its window ends. */
function rateWatcher(warn: SendOptions['warn']): (headers: Answer<unknown>['headers']) => void {
  let warned = false;
  return (headers) => {
    const sentence = warned ? null : rateWarning(headers);
    if (sentence === null) return;
    warned = true;
    warn?.(sentence);
  };
}
