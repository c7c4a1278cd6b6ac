import type { RunBudget } from '../../../client/request-budget.ts';
import type { World } from '../../../world.ts';
import type { EveryFlags, RemoteFlags } from '../input/flags/flags.ts';
import type { Output } from '../output/printing/output.ts';
import type { KnownSecrets } from '../settings/secrets.ts';
import type { Writes } from './writes.ts';

/** What the ports of a run are built from. */
export interface ContextParts {
  readonly world: World;
  readonly flags: EveryFlags & Partial<RemoteFlags>;
  /** Flags on the command line: the others come from the environment or are defaults. */
  readonly typed: ReadonlySet<string>;
  readonly output: Output;
  /** Secrets that the run must not print; grows as it reads more of them. */
  readonly secrets: KnownSecrets;
  /** The requests of the run that change something. */
  readonly writes: Writes;
  /** Of the requests of the run. */
  readonly budget: RunBudget;
  /** Records that an answer came from the sandbox, which JSON documents then say. */
  markSandbox(): void;
  /** Registers a cleanup function for the end of the run. */
  onEnd(close: () => void | Promise<void>): void;
}
