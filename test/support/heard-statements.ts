import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../../src/storage/open-database.ts';

/** A database whose statements are heard. */
export interface HeardStatements {
  readonly database: Database;
  /** All that were run, in their order. */
  readonly ran: readonly string[];
  /** How each of them goes about it, as SQLite explains it. */
  plans(): readonly string[];
}

export function heardStatements(heard: Database): HeardStatements {
  const ran: string[] = [];
  const hear =
    <Result>(run: (sql: string, ...values: SQLInputValue[]) => Result) =>
    (sql: string, ...values: SQLInputValue[]) => {
      ran.push(sql);
      return run(sql, ...values);
    };
  return {
    // what is heard gives what it gave
    database: {
      ...heard,
      all: hear(heard.all) as Database['all'],
      first: hear(heard.first) as Database['first'],
      run: hear(heard.run),
    },
    ran,
    plans: () =>
      [...new Set(ran)].flatMap((sql) =>
        heard.all<{ detail: string }>(`explain query plan ${sql}`).map(({ detail }) => detail),
      ),
  };
}
