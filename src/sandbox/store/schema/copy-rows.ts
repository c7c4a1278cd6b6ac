import { createUsageError } from '../../../errors.ts';
import type { Database } from '../../../storage/open-database.ts';

/** Name of the attached database. */
const SOURCE = 'source';

/** Tables that triggers fill. Keys are copied on request only. */
const NEVER_COPIED = new Set(['account_posts', 'automation_revision', 'post_facets']);
const KEYS = 'keys';

/**
 * Runs `work` while another database of the same version is attached for `copyRows`.
 *
 * @param file not modified
 */
export function runWithSource<Result>(database: Database, file: string, work: () => Result): Result {
  database.run(`attach database ? as ${SOURCE}`, file);
  try {
    return work();
  } finally {
    database.script(`detach database ${SOURCE}`);
  }
}

/**
 * Copies all rows of the attached database into the empty tables of this one. Columns are matched by name, since a
 * migrated store has them in another order. The caller holds the transaction.
 *
 * @throws CrierError `usage` when a row violates a constraint of these tables
 */
export function copyRows(database: Database, { withKeys }: { withKeys: boolean }): void {
  if (withKeys) database.run(`delete from ${KEYS}`);
  for (const table of orderByReferences(database)) {
    if (NEVER_COPIED.has(table) || (table === KEYS && !withKeys)) continue;
    const columns = listColumns(database, 'main', table).join(', ');
    try {
      database.run(`insert into main.${table} (${columns}) select ${columns} from ${SOURCE}.${table}`);
    } catch (error) {
      if (!isConstraint(error)) throw error;
      throw createUsageError(`rows of ${table} are not those of a sandbox (${error.message})`);
    }
  }
}

/**
 * All tables, each after those it references, so that foreign keys hold after each statement. With deferred foreign
 * keys and another order, SQLite searches the referencing tables for each inserted row: quadratic time.
 */
function orderByReferences(database: Database): readonly string[] {
  const ordered = new Set<string>();
  const visited = new Set<string>();
  const visit = (table: string) => {
    if (visited.has(table)) return;
    visited.add(table);
    const parents = database.all<{ parent: string }>(
      'select distinct "table" as parent from pragma_foreign_key_list(?)',
      table,
    );
    for (const { parent } of parents) visit(parent);
    ordered.add(table);
  };
  for (const table of listTables(database, 'main')) visit(table);
  return [...ordered];
}

/** SQLite result codes for constraint and datatype violations. @see https://sqlite.org/rescode.html */
const CONSTRAINT_CODES = new Set([19, 20]);

function isConstraint(error: unknown): error is Error {
  // the upper bits hold the extended code
  return error instanceof Error && 'errcode' in error && CONSTRAINT_CODES.has(Number(error.errcode) & 0xff);
}

/** Finds a JSON column with invalid JSON in another database, which may lack some. @returns its name; null when there is none */
export function findInvalidJson(database: Database, source: Database): string | null {
  const sources = new Set(listTables(source, 'main'));
  for (const table of listTables(database, 'main').filter((name) => sources.has(name))) {
    const given = new Set(listColumns(source, 'main', table));
    const columns = listColumns(database, 'main', table).filter(
      (name) => name.endsWith('_json') && given.has(name),
    );
    const found = columns.find(
      (column) =>
        source.first(`select 1 from ${table} where ${column} is not null and not json_valid(${column})`) !==
        undefined,
    );
    if (found !== undefined) return `${table}.${found}`;
  }
  return null;
}

/**
 * Finds what keeps the rows of another database from being copied.
 *
 * @returns the first missing table or column; null when none is missing
 */
export function findMissingColumn(database: Database, source: Database): string | null {
  const sources = new Set(listTables(source, 'main'));
  for (const table of listTables(database, 'main')) {
    // a view has columns too, and would run any query
    if (!sources.has(table)) return table;
    const found = new Set(listColumns(source, 'main', table));
    const missing = listColumns(database, 'main', table).find((column) => !found.has(column));
    if (missing !== undefined) return `${table}.${missing}`;
  }
  return null;
}

function listTables(database: Database, schema: string): readonly string[] {
  const rows = database.all<{ name: string }>(
    `select name from ${schema}.sqlite_schema where type = 'table' and name not like 'sqlite@_%' escape '@' order by name`,
  );
  return rows.map(({ name }) => name);
}

function listColumns(database: Database, schema: string, table: string): readonly string[] {
  const rows = database.all<{ name: string }>('select name from pragma_table_info(?, ?)', table, schema);
  return rows.map(({ name }) => name);
}
