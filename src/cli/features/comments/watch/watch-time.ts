import type { Clock } from '../../../../clock.ts';
import { classifyError, readNetworkErrors } from '../../../../domain/requests/read-answer.ts';
import type { CrierError, FailureKind } from '../../../../errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../service/durations.ts';
import { ERRORS } from '../../../../service/errors.ts';
import { LIMITS } from '../../../../service/limits.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import type { SandboxPort } from '../../../framework/command/sandbox/sandbox.ts';

/** The time source of a watch. */
export interface WatchTime {
  /** Milliseconds since 1970-01-01T00:00:00Z, which advance monotonically. */
  now(): Promise<number>;
  /** The last known time, without a request: at most as old as one wait. */
  latest(): number;
  /** How often to check the time while waiting: a sandbox clock can be moved. */
  lookEveryMs: number;
}

/**
 * This machine's time at the start of the watch plus the elapsed monotonic time, so that changes of the wall
 * clock do not matter. Its offset from the service's time does not matter either, only durations. Some
 * systems stop the monotonic clock while they sleep, so that a poll can be late, but never early.
 */
export function createMachineTime(clock: Clock): WatchTime {
  const aheadMs = clock.now() - clock.steady();
  const latest = () => clock.steady() + aheadMs;
  return { now: async () => latest(), latest, lookEveryMs: MINUTE_MS };
}

/**
 * The sandbox's time, so that a clock moved in another terminal moves the watch. When the sandbox does not
 * respond, its clock is assumed to run.
 */
export async function createSandboxTime(sandbox: SandboxPort, io: IoPort): Promise<WatchTime> {
  const control = await sandbox.control();
  let aheadMs = 0;
  let latest = 0;
  return {
    lookEveryMs: SECOND_MS,
    latest: () => latest,
    async now() {
      try {
        const { now } = await control.call('getClock', {});
        aheadMs = Date.parse(now) - io.clock.steady();
      } catch (error) {
        if (io.signal.aborted) throw error;
      }
      latest = io.clock.steady() + aheadMs;
      return latest;
    },
  };
}

/** Waits until a time, with timers of at most a minute. */
export async function waitUntil(moment: number, time: WatchTime, io: IoPort): Promise<void> {
  for (let left = moment - (await time.now()); left > 0; left = moment - (await time.now())) {
    await io.clock.sleep(Math.min(Math.ceil(left), time.lookEveryMs), io.signal);
  }
}

/** From long to short. */
const UNITS = [
  ['y', 365 * DAY_MS],
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', SECOND_MS],
] as const;

/**
 * Formats the wait for the next poll, with its local time: `next check in 9m 40s (18:04)`. @param due, now
 * milliseconds since 1970
 */
export function formatNextPoll(due: number, now: number): string {
  return `next check in ${formatWait(due, now)}`;
}

/** Formats a wait with its local time: `9m 40s (18:04)`. */
export function formatWait(due: number, now: number): string {
  return `${formatTwoUnits(due - now)} (${formatLocalTime(due, now)})`;
}

/** Formats a duration in its two largest units, rounded up to seconds. */
function formatTwoUnits(ms: number): string {
  const left = Math.max(0, Math.ceil(ms / SECOND_MS) * SECOND_MS);
  const parts = UNITS.map(([name, unitMs], at) => {
    const larger = UNITS[at - 1]?.[1] ?? Number.POSITIVE_INFINITY;
    return { name, count: Math.floor((left % larger) / unitMs) };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0);
  return first < 0 ? '0s' : shown.map(({ name, count }) => `${count}${name}`).join(' ');
}

/** Formats a local time, with the date when it is more than a day ahead. */
function formatLocalTime(ms: number, now: number): string {
  const date = new Date(ms);
  const [month, day, hour, minute] = [
    date.getMonth() + 1,
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
  ].map((part) => String(part).padStart(2, '0'));
  const time = `${hour}:${minute}`;
  return ms - now > DAY_MS ? `${date.getFullYear()}-${month}-${day} ${time}` : time;
}

/** Ours: minimum poll interval, whatever the service answers. */
export const MIN_WAIT_MS = 5 * SECOND_MS;
/** Ours: first wait after a transient failure; it doubles up to the refresh interval. */
export const FIRST_RETRY_MS = 30 * SECOND_MS;

/**
 * Computes the wait before the next poll: until the comments are refreshed. Without a time, or with one in the past,
 * it is the default interval.
 *
 * @param nextUpdate milliseconds since 1970-01-01T00:00:00Z; null if the answer does not include it
 * @param now the service's time when it answered
 * @returns whole milliseconds, at least `MIN_WAIT_MS`
 * @see docs/service/comments.md#COM-13, #COM-14
 */
export function computeUpdateWait({ nextUpdate, now }: { nextUpdate: number | null; now: number }): number {
  if (nextUpdate === null || !(nextUpdate > now)) return LIMITS.commentRefreshMs;
  return Math.max(MIN_WAIT_MS, Math.ceil(nextUpdate - now));
}

/**
 * Computes the wait after a transient failure: exponential backoff up to the refresh interval, or longer if the
 * service asks for it.
 *
 * @param failures number of consecutive failures, including this one
 * @param askedForMs the wait that the service asks for, or null
 * @returns whole milliseconds
 */
export function computeFailureWait(failures: number, askedForMs: number | null): number {
  const growing = Math.min(LIMITS.commentRefreshMs, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 30));
  return Math.max(growing, Math.ceil(askedForMs ?? 0));
}

/** Tolerance for clocks that are set back a little by network time. */
const SLACK_MS = MINUTE_MS;
/** Our own limit: a longer wait of a saved cursor is not trusted. */
const LONGEST_BELIEVED_MS = 31 * DAY_MS;

/**
 * Computes when an id that was watched before is due again. When the cursor's last poll is in the future, the
 * clock was wrong then or is wrong now, so the elapsed time is unknown and the whole wait starts over.
 *
 * @param now the time of the watch, in milliseconds since 1970
 * @returns when the next poll is due, and why the cursor's time was not trusted; null when it was
 * @see docs/service/comments.md#COM-14
 */
export function computeCursorDue(
  { lookedAt, due }: { lookedAt: number; due: number },
  now: number,
): { due: number; doubt: string | null } {
  const isLong = due - lookedAt > LONGEST_BELIEVED_MS;
  const waitMs = isLong ? LIMITS.commentRefreshMs : Math.max(0, due - lookedAt);
  if (lookedAt > now + SLACK_MS) {
    const doubt = 'has a last check in the future: the clock was changed since';
    return { due: Math.ceil(now + waitMs), doubt };
  }
  if (!isLong) return { due, doubt: null };
  const days = Math.floor((due - lookedAt) / DAY_MS);
  return { due: lookedAt + waitMs, doubt: `had a wait of ${days} days, which is ignored` };
}

const TRANSIENT: readonly FailureKind[] = ['unavailable', 'limited', 'not-ready'];

/**
 * Whether the failure is transient, so that a later poll can succeed; for several networks, whether any of
 * them is.
 */
export function isTransient({ kind, facts }: CrierError): boolean {
  const legs = readNetworkErrors(facts.errors);
  if (legs.length === 0) return TRANSIENT.includes(kind) && !isOwnLimit(facts.code ?? null);
  return legs.some(
    ({ code }) => TRANSIENT.includes(classifyError({ code, http: facts.http ?? null })) && !isOwnLimit(code),
  );
}

/** Our own limit: the next poll is within a day, whatever the service requests. */
const LONGEST_WAIT_MS = DAY_MS;

/**
 * The requested wait after a failure, in milliseconds; null for none. It comes from `Retry-After` or the
 * details. When all networks failed, the wait is at least the refresh interval of comments; after a rate
 * limit, the rest of its window.
 */
export function getRequestedWait({ kind, facts }: CrierError): number | null {
  const { errors = [], retryAfterMs } = facts;
  const said = retryAfterMs === undefined ? null : Math.min(retryAfterMs, LONGEST_WAIT_MS);
  if (errors.length > 0) return Math.max(said ?? 0, LIMITS.commentRefreshMs);
  return said ?? (kind === 'limited' ? LIMITS.requestRate.windowMs : null);
}

/**
 * Whether a network has reached a limit of its own, which the service does not set and a wait of ten minutes
 * does not lift.
 */
export function isOwnLimit(code: number | null): boolean {
  return code !== null && ERRORS[code]?.ownLimit === true;
}
