import type { KeptReads } from '../../../client/kept-reads.ts';
import type { CrierError } from '../../../errors.ts';
import type { PlanTarget } from '../output/plan/plan-target.ts';
import type { ListView } from '../output/view.ts';
import type { WriteRule } from '../settings/write-rules.ts';

export interface ConfirmQuestion {
  /** The action, as an imperative: `delete all data of the sandbox`. */
  what: string;
  /** Whom the change is for; null for one of this machine. The framework adds it. */
  target?: PlanTarget | null;
  /** Whether its plan names the profiles. */
  namesProfiles?: boolean;
  /** What is affected, one line each; read only when the user is asked. */
  details?(): Promise<readonly string[]>;
  /** The same as a table. */
  plan?: ListView<unknown>;
  /** `--yes`. */
  yes: boolean;
  /** The error where the command may not prompt (default: it names `--yes`). */
  refusal?: CrierError;
}

/** A program that runs commands in this process, in the place of a person at a terminal. */
export interface RunHost {
  /** What may be sent at most, beside what the settings allow; null for no other limit. */
  writes: WriteRule | null;
  /** What several runs read once (default: each reads for itself). */
  keptReads?: KeptReads | undefined;
  /** Resolves when a person has confirmed, and throws when the answer is no, or none can be given. */
  confirm(question: ConfirmQuestion): Promise<void>;
  /** Gets the failure of the run with its secrets masked, which is then not printed. */
  onFailure(error: CrierError): void;
}
