import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createSandboxSchema } from '../../../../src/sandbox/store/schema/schema.ts';
import { migrate } from '../../../../src/storage/migrate.ts';
import { type Database, openDatabase } from '../../../../src/storage/open-database.ts';

const FILE = new URL('../../../../src/sandbox/store/schema/current-tables.ts', import.meta.url);
const WIDTH = 100;

const { applicationId, steps, create } = createSandboxSchema({
  fill() {},
  addAdminToken() {},
  now: () => 0,
});

/** In one line: SQLite keeps a statement as it was written, and appends what `alter table` adds. */
const inOneLine = (sql: string): string =>
  sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([),;]) ?/g, '$1 ')
    .replaceAll(/ ?\( ?/g, ' (')
    .replaceAll(/ (?=[),;])/g, '')
    .replaceAll(/"(\w+)"/g, '$1')
    .replace(/^CREATE (?:UNIQUE )?(?:TABLE|INDEX|TRIGGER)/, (words) => words.toLowerCase())
    .trim();

/** The statements that make all tables, indexes and triggers, and the rows that migration steps inserted. */
function describeStore(database: Database): readonly string[] {
  const made = database
    .column<string>(`select sql from sqlite_schema where sql is not null and name not like 'sqlite_%'`)
    .map(inOneLine);
  const tables = database.column<string>(
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
  );
  const rows = tables.flatMap((table) =>
    database.all<Record<string, string | number | null>>(`select * from ${table}`).map((row) => {
      const values = Object.values(row).map((value) =>
        typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
      );
      return `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`;
    }),
  );
  return [...made, ...rows];
}

/** Breaks a statement after commas: what belongs to a column stays in a line. */
function fold(statement: string): string {
  const lines = [''];
  for (const part of statement.split(/(?<=, )/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + part.trimEnd().length > WIDTH) lines.push(`  ${part}`);
    else lines[lines.length - 1] = line + part;
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}

const toModule = (statements: readonly string[]): string => `/**
 * The tables that a new store gets at once: those that all migration steps together make. A test holds both to be
 * the same; \`CRIER_UPDATE_DOCS=1 npm test -- current-tables\` writes this file.
 */
export const CURRENT_TABLES = \`
${statements.map((statement) => `${fold(statement)};`).join('\n')}
\`;
`;

test('a new store has the tables and rows that the migration steps make', () => {
  const migrated = openDatabase(':memory:');
  migrate(migrated, { applicationId, steps });
  const expected = describeStore(migrated);
  migrated.close();
  if (process.env['CRIER_UPDATE_DOCS'] !== undefined) writeFileSync(FILE, toModule(expected));
  expect(readFileSync(FILE, 'utf8')).toBe(toModule(expected));

  const created = openDatabase(':memory:');
  create?.(created);
  expect(describeStore(created)).toEqual(expected);
  created.close();
});
