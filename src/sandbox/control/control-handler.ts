import type * as z from 'zod';
import type { PrivateAllowlist } from '../../domain/addresses/private-allowlist.ts';
import type { CONTROL, ControlAnswer, ControlName } from '../../service/control/control.ts';
import type { SandboxClock } from '../clock.ts';
import type { Engine } from '../engine/engine.ts';
import type { RecordedFault } from '../fault-register.ts';
import type { Store } from '../store/store.ts';

/** Dependencies of the control handlers. */
export interface ControlContext {
  readonly store: Store;
  readonly clock: SandboxClock;
  /** Runs automations and deliveries. */
  readonly engine: Engine;
  /** Path of the data, or `:memory:`. */
  readonly file: string;
  /** Private addresses that this run may reach. */
  readonly allowance: PrivateAllowlist;
  /** The last internal fault of this process; null when there was none. */
  lastFault(): RecordedFault | null;
  /** Replaces all content of the store and keeps its keys. @param seedFile used instead of the demo data */
  refill(seedFile?: string): Promise<void>;
  /** Whether this process is a server, so that clients hold its keys. */
  isServed(): boolean;
  /** Size of the data in bytes. */
  storeBytes(): number;
  /** Returns unused space in the file to the disk; if that is not possible now, it is left for later. */
  compact(): void;
  /** Writes a copy of the whole store into an empty file. */
  exportTo(file: string): void;
  /**
   * Replaces everything, keys included, by an exported file. @returns the path of a backup; null for a store in
   * memory
   */
  importFrom(file: string): Promise<string | null>;
}

/**
 * Handles one control call.
 *
 * @throws ServiceFailure when it fails
 */
export type ControlHandler<N extends ControlName> = (
  input: z.output<(typeof CONTROL)[N]['input']>,
  context: ControlContext,
) => ControlAnswer<N> | Promise<ControlAnswer<N>>;
