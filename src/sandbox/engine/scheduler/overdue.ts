import { type Engine, isWorkDue } from '../engine.ts';

/** Maximum time for due work before a command is answered; the rest is left to the next command. */
const SETTLE_MS = 200;

/**
 * Runs what has fallen due since the last command: without a server nothing else does.
 *
 * @see docs/decisions/0005-transport-is-an-argument.md
 */
export async function runOverdue(engine: Engine): Promise<void> {
  if (!mayBeDue(engine)) return;
  // usually nothing is due, and the module is not needed
  const { runDue } = await import('./due.ts');
  await runDue(engine, { withinMs: SETTLE_MS });
}

/**
 * On an error the request itself meets the same error and reports it. While another process holds the write lock,
 * nothing can be run.
 */
function mayBeDue(engine: Engine): boolean {
  try {
    return isWorkDue(engine) && !engine.store.isWriteLocked();
  } catch {
    return false;
  }
}
