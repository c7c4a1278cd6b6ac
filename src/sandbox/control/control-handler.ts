import type * as z from 'zod';
import type { CONTROL, ControlAnswer, ControlName } from '../../facts/control.ts';
import type { Allowance } from '../../rules/private-allowance.ts';
import type { SandboxClock } from '../clock.ts';
import type { Engine } from '../engine/engine.ts';
import type { RecordedFault } from '../fault-register.ts';
import type { Store } from '../store/store.ts';

/** What an order to the sandbox may ask for. */
export interface ControlContext {
  readonly store: Store;
  readonly clock: SandboxClock;
  /** What runs automations. */
  readonly engine: Engine;
  /** Where the data is; `:memory:` for nowhere. */
  readonly file: string;
  /** What this run allows beyond the public network. */
  readonly allowance: Allowance;
  /** The last fault of this process; null when there was none. */
  lastFault(): RecordedFault | null;
  /** Takes everything away and fills the store anew; keys stay as they are. */
  refill(): Promise<void>;
}

/**
 * Carries out one order, or answers one question.
 *
 * @throws ServiceFailure where it cannot
 */
export type ControlHandler<N extends ControlName> = (
  input: z.output<(typeof CONTROL)[N]['input']>,
  context: ControlContext,
) => ControlAnswer<N> | Promise<ControlAnswer<N>>;
