import type { RunBudget } from '../../../client/request-budget.ts';
import type { PlanTarget } from '../output/plan/plan-target.ts';
import type { TerminalParts } from '../terminal/terminal-parts.ts';
import type { CallCommand } from './called-command.ts';
import type { Writes } from './writes.ts';

/** What the ports of a run are built from. */
export interface ContextParts extends TerminalParts {
  /** Flags on the command line: the others come from the environment or are defaults. */
  typed: ReadonlySet<string>;
  /** The requests of the run that change something. */
  writes: Writes;
  /** Whether the run may change nothing: `--dry-run`. */
  isDryRun: boolean;
  /** `--yes` on the command line: a variable confirms no single change. */
  isConfirmed: boolean;
  budget: RunBudget;
  /** Whom the changes of the run are for; null for those of this machine. @param shown whether it names the profiles */
  readTarget(shown: { namesProfiles?: boolean }): Promise<PlanTarget | null>;
  /** Runs another command in this process. */
  callCommand: CallCommand;
  /** Records that an answer came from the sandbox, which JSON documents then say. */
  markSandbox(): void;
}
