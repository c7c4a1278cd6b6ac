import { DatabaseSync } from 'node:sqlite';

/** What it says: that it holds the lock, and that it has let it go. */
export type WriteLockSaid = 'locked' | 'free';

const say = (said: WriteLockSaid) => process.send?.(said);

// A program of its own: holds the write lock of a database as long as it lives.
const connection = new DatabaseSync(process.argv[2] ?? '', { timeout: 10_000 });
connection.exec('begin immediate');
say('locked');
process.on('message', () => {
  connection.exec('rollback');
  say('free');
});
