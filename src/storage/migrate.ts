import { UnusableDatabase } from './database-faults.ts';
import type { Database } from './open-database.ts';

/** The schema of a kind of file, as migration steps. */
export interface Schema {
  /** Marks files of this kind: SQLite's `application_id`, 32 bits. */
  readonly applicationId: number;
  /** Step n migrates a file from version n to n + 1. A released step never changes. */
  readonly steps: readonly MigrationStep[];
  /** Fills a new file at once, with the tables that all steps together make (default: by the steps). */
  readonly create?: MigrationStep;
}

export type MigrationStep = (database: Database) => void;

/**
 * Whether a file lacks migration steps.
 *
 * @throws CrierError `usage` when a newer crier, or another program, wrote the file
 */
export function isMigrationNeeded(database: Database, schema: Schema): boolean {
  return checkVersion(database, schema) < schema.steps.length;
}

/** Called before a file with data is migrated. @param from its version @param to its new version */
export type BeforeMigration = (from: number, to: number) => void;

/**
 * Migrates a file in one transaction. Of several processes that start at the same time, one migrates, and the others
 * find it done.
 *
 * @param before called inside the transaction, before the first step; what it throws aborts the migration
 * @throws CrierError `usage` when a newer crier, or another program, wrote the file
 */
export function migrate(database: Database, schema: Schema, before: BeforeMigration = () => {}): void {
  database.transaction(() => {
    const version = checkVersion(database, schema);
    const { length: current } = schema.steps;
    if (version > 0 && version < current) before(version, current);
    const { create } = schema;
    const needed = version === 0 && create !== undefined ? [create] : schema.steps.slice(version);
    for (const step of needed) runStep(database, step);
    database.script(`pragma application_id = ${schema.applicationId}`);
    database.script(`pragma user_version = ${schema.steps.length}`);
  });
}

/** A file whose tables do not match its version was not written by crier, or only partly. */
function runStep(database: Database, step: MigrationStep): void {
  try {
    step(database);
  } catch (error) {
    if (
      !(error instanceof Error) ||
      !/^(?:no such (?:table|column|index)|table \S+ already exists)/.test(error.message)
    )
      throw error;
    throw new UnusableDatabase(database.file, `its tables do not match its version (${error.message})`, {
      advice: database.startOver,
      cause: error,
    });
  }
}

function checkVersion(database: Database, { applicationId, steps }: Schema): number {
  const { startOver: advice } = database;
  const { isEmpty, ...marks } = readMarks(database);
  const isNew = isEmpty && marks.applicationId === 0 && marks.version === 0;
  if (marks.applicationId !== applicationId && !isNew) {
    throw new UnusableDatabase(database.file, 'it belongs to another program', { advice });
  }
  if (marks.version === 0 && !isEmpty) {
    throw new UnusableDatabase(database.file, 'its header lacks the schema version', { advice });
  }
  if (marks.version > steps.length) {
    throw new UnusableDatabase(
      database.file,
      `it was written by a newer crier (version ${marks.version}, this one knows ${steps.length})`,
      { advice: `update crier, or ${advice}` },
    );
  }
  return marks.version;
}

/**
 * Outside a transaction, another process may create the file between two queries. In this order, a file that was just
 * created can be taken for one that is still empty, never for a foreign one.
 */
function readMarks(database: Database): { applicationId: number; version: number } & { isEmpty: boolean } {
  const isEmpty = database.first('select 1 from sqlite_schema') === undefined;
  const version = database.first<{ user_version: number }>('pragma user_version')?.user_version ?? 0;
  const applicationId =
    database.first<{ application_id: number }>('pragma application_id')?.application_id ?? 0;
  return { isEmpty, version, applicationId };
}
