import { DatabaseSync } from 'node:sqlite';

// A program of its own: holds the write lock of a database as long as it lives.
const connection = new DatabaseSync(process.argv[2] ?? '', { timeout: 10_000 });
connection.exec('begin immediate');
process.send?.('locked');
process.on('message', () => {
  connection.exec('rollback');
  process.send?.('free');
});
