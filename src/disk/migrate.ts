import type { Database } from './open-database.ts';
import { UnusableDatabase } from './unusable-database.ts';

/** What a kind of file holds, as steps from nothing to today. */
export interface Schema {
  /** Marks files of this kind: SQLite's `application_id`, 32 bits. */
  readonly applicationId: number;
  /** Step n takes a file from version n to n + 1. A step that was released never changes. */
  readonly steps: readonly Step[];
}

export type Step = (database: Database) => void;

/** What a file says about itself. */
interface Marks {
  readonly applicationId: number;
  readonly version: number;
}

/**
 * Says whether a file lacks steps of its schema.
 *
 * @throws CrierError `usage` when a newer crier, or another program, wrote the file
 */
export function needsMigration(database: Database, schema: Schema): boolean {
  return checkedVersion(database, schema) < schema.steps.length;
}

/**
 * Brings a file up to date in one transaction. Of several processes that come at the same moment, one does
 * the work, and the others find it done.
 *
 * @throws CrierError `usage` when a newer crier, or another program, wrote the file
 */
export function migrate(database: Database, schema: Schema): void {
  database.transaction(() => {
    for (const step of schema.steps.slice(checkedVersion(database, schema))) step(database);
    database.script(`pragma application_id = ${schema.applicationId}`);
    database.script(`pragma user_version = ${schema.steps.length}`);
  });
}

function checkedVersion(database: Database, { applicationId, steps }: Schema): number {
  const marks = readMarks(database);
  if (marks.applicationId !== applicationId && !isEmpty(database, marks)) {
    throw new UnusableDatabase(database.file, 'it belongs to another program');
  }
  if (marks.version > steps.length) {
    throw new UnusableDatabase(
      database.file,
      `it was written by a newer crier (version ${marks.version}, this one knows ${steps.length})`,
      { advice: 'update crier, or begin anew with "crier sandbox reset", which moves the file aside' },
    );
  }
  return marks.version;
}

function readMarks(database: Database): Marks {
  const marks = database.first<Marks>(
    `select a.application_id as applicationId, v.user_version as version
     from pragma_application_id a, pragma_user_version v`,
  );
  return marks ?? { applicationId: 0, version: 0 };
}

function isEmpty(database: Database, { applicationId, version }: Marks): boolean {
  return applicationId === 0 && version === 0 && database.first('select 1 from sqlite_schema') === undefined;
}
