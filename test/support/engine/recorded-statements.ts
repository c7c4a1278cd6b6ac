import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../../../src/storage/open-database.ts';

/** A database that records its statements. */
export interface RecordedStatements {
  readonly database: Database;
  /** All that were run, in order. */
  readonly ran: readonly string[];
  /** The query plan of each statement, as SQLite explains it. */
  plans(): readonly string[];
}

export function recordStatements(recorded: Database): RecordedStatements {
  const ran: string[] = [];
  const record =
    <Result>(run: (sql: string, ...values: SQLInputValue[]) => Result) =>
    (sql: string, ...values: SQLInputValue[]) => {
      ran.push(sql);
      return run(sql, ...values);
    };
  return {
    database: {
      ...recorded,
      all: record(recorded.all) as Database['all'],
      first: record(recorded.first) as Database['first'],
      run: record(recorded.run),
    },
    ran,
    plans: () =>
      [...new Set(ran)].flatMap((sql) =>
        recorded.all<{ detail: string }>(`explain query plan ${sql}`).map(({ detail }) => detail),
      ),
  };
}
