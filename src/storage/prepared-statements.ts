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
    const { names, numbered } = numberNames(sql);
    if (names.length > 0 && sql.includes('?')) throw new Error(`values by name and by number: ${sql}`);
    const made = prepareStatement(connection.prepare(numbered.replaceAll(LIMIT, '$& + 0')), names);
    prepared.set(sql, made);
    return made;
  };
}

/**
 * Replaces `:name` by `?1` and so on: `node:sqlite` looks up each member of a record by its name at each run, which takes
 * longer than to insert a short row.
 *
 * @returns the names in the order of their numbers
 */
function numberNames(sql: string): { names: readonly string[]; numbered: string } {
  const names: string[] = [];
  const numbered = sql.replaceAll(NAME, (text, name: string | undefined) => {
    if (name === undefined) return text;
    if (!names.includes(name)) names.push(name);
    return `?${names.indexOf(name) + 1}`;
  });
  return { names, numbered };
}

/** `:name`, but not in a text or a comment, which are matched as a whole. */
const NAME = /'[^']*'|"[^"]*"|--.*|:([a-z]\w*)/gi;

/**
 * SQLite plans a statement by the value of `limit ?`, and so prepares it again for each run, which takes longer than to
 * read a few rows. It does not look into a term, such as `limit ? + 0`.
 */
const LIMIT = /\blimit \?\d*/gi;

/**
 * Rows are read as lists, and their objects are made here: those of `node:sqlite` are dictionaries, which take more
 * than twice as long to make and to read.
 */
function prepareStatement(statement: StatementSync, valueNames: readonly string[]): PreparedStatement {
  statement.setReturnArrays(true);
  const toList = (values: SqlValues): SQLInputValue[] => {
    // by the names, since the types do not know what the statement has
    if (valueNames.length === 0) return values as SQLInputValue[];
    const [record] = values as [Record<string, SQLInputValue>];
    return valueNames.map((name) => {
      const value = record[name];
      if (value === undefined) throw new Error(`a statement got no value for :${name}`);
      return value;
    });
  };
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
    all: (values) => statement.all(...toList(values)).map(toRecord),
    first(values) {
      const row = statement.get(...toList(values));
      return row && toRecord(row);
    },
    run: (values) => Number(statement.run(...toList(values)).changes),
  };
}
