import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Values of a statement: in order, for `?` and `?1`; or a record, for `:name`, whose other members are ignored. */
export type SqlValues = SQLInputValue[] | [record: object];

export interface PreparedStatement {
  all(values: SqlValues): readonly object[];
  first(values: SqlValues): object | undefined;
  /** @returns how many rows it changed */
  run(values: SqlValues): number;
}

/** Prepares each statement once. */
export function createStatementCache(connection: DatabaseSync): (sql: string) => PreparedStatement {
  const prepared = new Map<string, PreparedStatement>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    // the numbered ones would be null, since values are in a record or in order
    if (sql.includes('?') && NAMED_VALUE.test(sql)) throw new Error(`values by name and by number: ${sql}`);
    const made = prepareStatement(connection.prepare(sql));
    prepared.set(sql, made);
    return made;
  };
}

/** `:name`, but not the colon of a time format. */
const NAMED_VALUE = /[\s(=+]:[a-z]/i;

// the types of SQLite take a record in another overload than a list
const toArguments = (values: SqlValues) => values as SQLInputValue[];

/**
 * Rows are read as lists, and their objects are made here: those of `node:sqlite` are dictionaries, which take more
 * than twice as long to make and to read.
 */
function prepareStatement(statement: StatementSync): PreparedStatement {
  statement.setAllowUnknownNamedParameters(true);
  statement.setReturnArrays(true);
  let names: readonly string[] = [];
  const toRecord = (row: object) => {
    const values: readonly unknown[] = Array.isArray(row) ? row : Object.values(row);
    // asked once, since it takes longer than a row; `select *` returns others after a change of the schema
    if (names.length !== values.length) names = statement.columns().map(({ name }) => name);
    const record: Record<string, unknown> = {};
    for (let place = 0; place < names.length; place++) record[names[place] ?? ''] = values[place];
    return record;
  };
  return {
    all: (values) => statement.all(...toArguments(values)).map(toRecord),
    first(values) {
      const row = statement.get(...toArguments(values));
      return row && toRecord(row);
    },
    run: (values) => Number(statement.run(...toArguments(values)).changes),
  };
}
