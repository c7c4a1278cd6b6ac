import type * as z from 'zod';
import type { CONTROL, ControlAnswer, ControlName } from '../../facts/control.ts';
import type { PrivateAllowlist } from '../../rules/private-allowlist.ts';
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
  readonly allowance: PrivateAllowlist;
  /** The last fault of this process; null when there was none. */
  lastFault(): RecordedFault | null;
  /** Replaces all contents of the store; its keys stay. @param seedFile in place of the demo data */
  refill(seedFile?: string): Promise<void>;
  /** Whether this process runs what falls due until it is stopped, so that others hold its keys. */
  isServed(): boolean;
  /** How large the data is. */
  storeBytes(): number;
  /** Gives room in the file that nothing uses back to the disk; where that cannot be done now, it stays for later. */
  compact(): void;
  /** Writes a copy of the whole store into an empty file. */
  exportTo(file: string): void;
  /** Replaces everything, keys included, by what was exported. @returns a copy of what was replaced; null for a store in memory */
  importFrom(file: string): Promise<string | null>;
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
