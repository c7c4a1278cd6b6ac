import type { Database } from '../../../src/storage/open-database.ts';
import type { SqlValues } from '../../../src/storage/prepared-statements.ts';

/** A database that records its statements. */
export interface RecordedStatements {
  readonly database: Database;
  /** All that were run, in order. */
  readonly ran: readonly string[];
  /** The query plan of each statement, as SQLite explains it. */
  plans(): readonly string[];
}

/** The same database, where `around` runs the statements that match. */
export function interceptStatements(
  database: Database,
  matching: RegExp,
  around: (run: () => unknown, values: SqlValues) => unknown,
): Database {
  const intercept =
    (run: (sql: string, ...values: SqlValues) => unknown) =>
    (sql: string, ...values: SqlValues) =>
      matching.test(sql) ? around(() => run(sql, ...values), values) : run(sql, ...values);
  return {
    ...database,
    all: intercept(database.all) as Database['all'],
    first: intercept(database.first) as Database['first'],
    value: intercept(database.value) as Database['value'],
    column: intercept(database.column) as Database['column'],
    run: intercept(database.run) as Database['run'],
  };
}

export function recordStatements(recorded: Database): RecordedStatements {
  const ran: string[] = [];
  const valuesOf = new Map<string, SqlValues>();
  const record =
    <Result>(run: (sql: string, ...values: SqlValues) => Result) =>
    (sql: string, ...values: SqlValues) => {
      ran.push(sql);
      valuesOf.set(sql, values);
      return run(sql, ...values);
    };
  return {
    database: {
      ...recorded,
      all: record(recorded.all) as Database['all'],
      first: record(recorded.first) as Database['first'],
      value: record(recorded.value) as Database['value'],
      column: record(recorded.column) as Database['column'],
      run: record(recorded.run),
    },
    ran,
    plans: () =>
      [...valuesOf].flatMap(([sql, values]) =>
        recorded.all<{ detail: string }>(`explain query plan ${sql}`, ...values).map(({ detail }) => detail),
      ),
  };
}
