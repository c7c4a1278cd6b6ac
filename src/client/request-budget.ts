import type { Clock } from '../clock.ts';
import { LIMITS } from '../service/limits.ts';
import type { RequestOutcome } from './retry-advice.ts';

/** The permission to send one request. */
export interface BudgetTurn {
  /** Gives it back, with the headers of the response, lower-case; null without a response. */
  end(headers: Readonly<Record<string, string>> | null): void;
}

/** Our choice: the share of the window that a run uses without waiting; other clients of the account have the rest. */
const SHARE = 0.9;

const { windowMs } = LIMITS.requestRate;

/** A 429 without `Retry-After`: when the window began is unknown, so that the pause is repeated until it is over. */
const PAUSE_MS = windowMs / 5;
const MOST_REFUSALS = windowMs / PAUSE_MS + 1;

const REQUEST_LIMIT = 1429;

interface ProfileWindow {
  /** By the last response; null without the header. */
  max: number | null;
  used: number;
  inFlight: number;
  /** On the monotonic clock. */
  sentAt: number;
  /** The number of its last turn: the profile with the lowest is next. */
  turn: number;
  waiting: (() => void)[];
}

/**
 * The requests that a run may send: one budget for all its ids and profiles. It follows the rate headers of the service,
 * which counts by profile, and a pause holds for all of them. Until it is limited, each request is sent at once.
 *
 * @see docs/service/access.md#request-limit
 */
export class RunBudget {
  readonly #clock: Clock;
  /** Ends all waiting. */
  readonly #signal: AbortSignal | undefined;
  readonly #windows = new Map<string, ProfileWindow>();
  #isLimited = false;
  #atOnce = Number.POSITIVE_INFINITY;
  #inFlight = 0;
  #turns = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #nextAt = Number.NEGATIVE_INFINITY;
  #timer: AbortController | null = null;

  constructor({ clock, signal }: { clock: Clock; signal?: AbortSignal | undefined }) {
    this.#clock = clock;
    this.#signal = signal;
  }

  /** From now on, limits the requests. @param atOnce maximum number in flight */
  limit(atOnce: number): void {
    this.#atOnce = atOnce;
    this.#isLimited = true;
  }

  /**
   * Waits for a turn. The profiles take turns; the requests of one are sent in their order.
   *
   * @param profile what the service counts by
   * @throws the signal's reason
   */
  async take(profile: string): Promise<BudgetTurn> {
    if (!this.#isLimited) return { end: () => {} };
    this.#signal?.throwIfAborted();
    const window = this.#openWindow(profile);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = () => reject(this.#signal?.reason);
    this.#signal?.addEventListener('abort', stop, { once: true });
    window.waiting.push(resolve);
    this.#sendWaiting();
    try {
      await promise;
    } catch (error) {
      this.#timer?.abort();
      throw error;
    } finally {
      this.#signal?.removeEventListener('abort', stop);
    }
    return {
      end: (headers) => {
        window.inFlight -= 1;
        this.#inFlight -= 1;
        const max = parseCount(headers?.['x-ratelimit-max']);
        const used = parseCount(headers?.['x-ratelimit-count']);
        if (max !== null && used !== null) Object.assign(window, { max, used });
        this.#sendWaiting();
      },
    };
  }

  /**
   * Pauses all requests after a response of HTTP 429.
   *
   * @param refusals how often this request was refused before
   * @returns the pause in milliseconds; null when waiting does not help, or is too long
   */
  pauseAfter(
    { http, codes, retryAfterMs }: Pick<RequestOutcome, 'http' | 'codes' | 'retryAfterMs'>,
    { refusals, maxWaitMs }: { refusals: number; maxWaitMs: number },
  ): number | null {
    if (!this.#isLimited || http !== 429 || refusals >= MOST_REFUSALS) return null;
    const isOfService = codes.every((code) => code === REQUEST_LIMIT);
    const pauseMs = retryAfterMs ?? (isOfService ? PAUSE_MS : null);
    if (pauseMs === null || pauseMs > maxWaitMs) return null;
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.steady() + pauseMs);
    return pauseMs;
  }

  /** How long nothing may be sent from now on, in milliseconds; 0 when something may. */
  get waitMs(): number {
    return this.#inFlight > 0 ? 0 : Math.max(0, this.#nextAt - this.#clock.steady());
  }

  #openWindow(profile: string): ProfileWindow {
    const known = this.#windows.get(profile);
    if (known !== undefined) return known;
    const sentAt = Number.NEGATIVE_INFINITY;
    const opened = { max: null, used: 0, inFlight: 0, sentAt, turn: 0, waiting: [] };
    this.#windows.set(profile, opened);
    return opened;
  }

  #sendWaiting(): void {
    const now = this.#clock.steady();
    this.#timer?.abort();
    this.#timer = null;
    this.#nextAt = Number.NEGATIVE_INFINITY;
    while (this.#inFlight < this.#atOnce) {
      const waiting = [...this.#windows.values()].filter((window) => window.waiting.length > 0);
      if (waiting.length === 0) return;
      const times = waiting.map((window) => Math.max(this.#pausedUntil, computeSendTime(window)));
      const due = waiting.filter((_, index) => (times[index] ?? now) <= now);
      const [window] = due.toSorted((one, other) => one.turn - other.turn);
      if (window === undefined) {
        const soonest = Math.min(...times);
        if (Number.isFinite(soonest)) this.#wakeAt(soonest); // else a response decides
        return;
      }
      this.#turns += 1;
      this.#inFlight += 1;
      window.inFlight += 1;
      Object.assign(window, { sentAt: now, turn: this.#turns });
      window.waiting.shift()?.();
    }
  }

  #wakeAt(time: number): void {
    this.#timer = new AbortController();
    this.#nextAt = time;
    const waitMs = Math.max(0, time - this.#clock.steady());
    // it ends by being aborted
    this.#clock.sleep(waitMs, this.#timer.signal).then(
      () => this.#sendWaiting(),
      () => {},
    );
  }
}

/**
 * When the next request of a profile may be sent. Below the share at once; above it one at a time, so seldom that the
 * rest of the window suffices: it shows when the window has ended.
 *
 * @returns a time on the monotonic clock; Infinity while a response is awaited that decides
 */
function computeSendTime({ max, used, inFlight, sentAt }: ProfileWindow): number {
  if (max === null || used + inFlight < Math.floor(max * SHARE)) return Number.NEGATIVE_INFINITY;
  if (inFlight > 0) return Number.POSITIVE_INFINITY;
  const spare = Math.max(1, Math.floor((max - Math.floor(max * SHARE)) / 2));
  return sentAt + windowMs / spare;
}

/**
 * Estimates how long requests of one profile take under its request limit: what is left of this window is sent at once,
 * then one at a time until it ends, and then as many as a new window has.
 *
 * @returns an upper bound in milliseconds, without the time that the requests themselves take; 0 when the limit is not in
 *   the way
 */
export function estimateLimitWait({ max, used }: { max: number; used: number }, requests: number): number {
  const share = Math.floor(max * SHARE);
  const beyond = requests - Math.max(0, share - used);
  if (beyond <= 0) return 0;
  const spare = Math.max(1, Math.floor((max - share) / 2));
  if (beyond <= spare) return (beyond * windowMs) / spare;
  return windowMs * Math.ceil((beyond - spare) / Math.max(1, share));
}

/** Parses a rate header; null if it is absent or no count. */
export function parseCount(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
