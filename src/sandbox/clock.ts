import type { Clock } from '../clock.ts';
import type { ClockMode } from '../facts/control.ts';
import type { SettingsStore } from './store/settings.ts';

/** The sandbox's time: every comparison of times goes through it, and every time that is written down. */
export interface SandboxClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  mode(): ClockMode;
  /** Another number whenever it was set, follows again, or all began anew: not by being moved on. */
  generation(): number;
  /** Stops it there, on its way on. */
  moveTo(now: number): void;
  /** Stops it there. Who was moving it on ends. */
  set(now: number): void;
  /** Lets it follow the machine's clock again. */
  follow(): void;
}

/** The machine's clock, until it is set; what it is set to is kept in the store, for every process alike. */
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
