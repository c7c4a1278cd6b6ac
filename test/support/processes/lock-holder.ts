import { LOCK_WAIT_MS } from '../../../src/sandbox/serve-sandbox.ts';
import { acquireLock } from '../../../src/storage/exclusive-lock.ts';

/** What it says: first that it is ready, then whether it has the lock. */
export type LockHolderSaid = 'ready' | boolean;

const say = (said: LockHolderSaid) => process.send?.(said);

// A program of its own: tries for the lock on a message, reports whether it has it, and keeps it as long as it lives:
// which is as long as it listens.
const kept: unknown[] = [];
process.on('message', (moment: number) => {
  while (Date.now() < moment);
  const lock = acquireLock(process.argv[2] ?? '', LOCK_WAIT_MS);
  kept.push(lock);
  say(lock !== null);
});
say('ready');
