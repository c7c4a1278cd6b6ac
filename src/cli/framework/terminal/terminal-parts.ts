import type { World } from '../../../world.ts';
import type { EveryFlags, RemoteFlags } from '../input/flags/flags.ts';
import type { Output } from '../output/printing/output.ts';
import type { KnownSecrets } from '../output/text/known-secrets.ts';
import type { RunHost } from './run-host.ts';

/** What a run talks to its user with. */
export interface TerminalParts {
  world: World;
  flags: EveryFlags & Partial<RemoteFlags>;
  output: Output;
  /** Secrets that the run must not print; grows as it reads more of them. */
  secrets: KnownSecrets;
  /** Null for a run of the user. */
  host: RunHost | null;
  /** Registers a cleanup function for the end of the run. */
  onEnd(close: () => void | Promise<void>): void;
}
