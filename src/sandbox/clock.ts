import type { Clock } from '../clock.ts';
import type { ClockMode } from '../service/control/control.ts';
import type { SettingsStore } from './store/settings.ts';

/** The sandbox clock: all comparisons and stored times use it. */
export interface SandboxClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  mode(): ClockMode;
  /**
   * Changes whenever the clock is set, follows the machine's clock again, or the sandbox is reset; not when it is
   * advanced.
   */
  generation(): number;
  /** Freezes it at this time, while it is being advanced. */
  moveTo(now: number): void;
  /** Freezes it at this time. An advance in progress ends. */
  set(now: number): void;
  /** Returns to real time: it follows the machine's clock again. */
  follow(): void;
}

/** The machine's clock until it is set; the set time is stored, and applies to every process. */
export function createSandboxClock(machine: Pick<Clock, 'now'>, settings: SettingsStore): SandboxClock {
  const nextGeneration = () => settings.read().clockGeneration + 1;
  return {
    now: () => settings.read().setClock ?? machine.now(),
    mode: () => (settings.read().setClock === null ? 'real' : 'set'),
    generation: () => settings.read().clockGeneration,
    moveTo: (now) => settings.change({ setClock: now }),
    set: (now) => settings.change({ setClock: now, clockGeneration: nextGeneration() }),
    follow: () => settings.change({ setClock: null, clockGeneration: nextGeneration() }),
  };
}
