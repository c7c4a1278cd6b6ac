import { formatIsoSeconds } from '../domain/time/read-timestamp.ts';
import type { ClockMode } from '../service/control/control.ts';
import { SECOND_MS } from '../service/durations.ts';
import { CLOCK_RANGE } from '../service/times.ts';
import type { Database } from '../storage/open-database.ts';
import { changeSettings, readSettings } from './store/settings.ts';

/** The sandbox clock: all comparisons and stored times use it. */
export type SandboxClock = ReturnType<typeof createSandboxClock>;

/**
 * Runs with the machine's clock, from which `advance` moves it ahead, until it is set. The set time and the lead are
 * stored, and apply to every process.
 */
export function createSandboxClock(machine: { now(): number }, store: Database) {
  const nextGeneration = () => readSettings(store).clockGeneration + 1;
  const run = (leadMs: number) => Math.min(machine.now() + leadMs, CLOCK_RANGE.max);
  return {
    /** Milliseconds since 1970-01-01T00:00:00Z. */
    now(): number {
      const { setClock, clockLead } = readSettings(store);
      return setClock ?? run(clockLead ?? 0);
    },
    /** `real`: it runs, in real time; `set`: it is frozen. */
    mode: (): ClockMode => (readSettings(store).setClock === null ? 'real' : 'set'),
    /** How far it is ahead of the machine's clock, in milliseconds; null while it is frozen. */
    getLead(): number | null {
      const { setClock, clockLead } = readSettings(store);
      return setClock === null ? (clockLead ?? 0) : null;
    },
    /**
     * The same time, but running on while the clock is frozen: for limits of requests, which would never end on a
     * frozen clock.
     */
    runningNow: (): number => run(readSettings(store).clockLead ?? 0),
    /**
     * Changes whenever the clock is set, follows the machine's clock again, or the sandbox is reset; not when it is
     * advanced.
     */
    generation: (): number => readSettings(store).clockGeneration,
    /** Moves it forward; a running clock continues from there. The caller holds the transaction. */
    moveBy(milliseconds: number): void {
      const { setClock, clockLead } = readSettings(store);
      changeSettings(store, {
        clockLead: (clockLead ?? 0) + milliseconds,
        ...(setClock !== null && { setClock: setClock + milliseconds }),
      });
    },
    /** Freezes it at this time. An advance in progress ends. */
    set(now: number): void {
      const clockLead = now - machine.now();
      changeSettings(store, { setClock: now, clockLead, clockGeneration: nextGeneration() });
    },
    /** Returns to real time: it follows the machine's clock again. */
    follow(): void {
      changeSettings(store, { setClock: null, clockLead: null, clockGeneration: nextGeneration() });
    },
  };
}

/** Formats a time as the service does; null stays null. */
export function formatTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : formatIsoSeconds(ms);
}

/**
 * Rounds a time down to a whole second, the resolution of the service's timestamps.
 *
 * @param ms milliseconds since 1970-01-01T00:00:00Z
 */
export function floorToSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS;
}

/**
 * Subtracts calendar months, in UTC; in a shorter month, the result is its last day.
 *
 * @param moment milliseconds since 1970, like the result
 */
export function subtractMonths(moment: number, months: number): number {
  const date = new Date(moment);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  // The day overflowed into the next month.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** Returns the earliest time; null entries are ignored. @returns null if there is none */
export function findEarliest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}
