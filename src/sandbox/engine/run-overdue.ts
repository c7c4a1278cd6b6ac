import { type Engine, isWorkDue } from './engine.ts';

/** What is due may take so long before a command is answered; the rest is for the next one. */
const SETTLE_MS = 200;

/**
 * Runs what has fallen due since somebody last looked: without a server nobody else does.
 *
 * @see docs/decisions/0005-transport-is-an-argument.md
 */
export async function runOverdue(engine: Engine): Promise<void> {
  if (!mayBeDue(engine)) return;
  // Nothing being due is the rule, and needs none of it.
  const { runDue } = await import('./run-due.ts');
  await runDue(engine, { withinMs: SETTLE_MS });
}

/**
 * Where that cannot be seen, the request itself meets the reason, and tells of it. While another process holds the write
 * lock, nothing can be done about it.
 */
function mayBeDue(engine: Engine): boolean {
  try {
    return isWorkDue(engine) && !engine.store.isWriteLocked();
  } catch {
    return false;
  }
}
