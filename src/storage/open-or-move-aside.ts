import { existsSync } from 'node:fs';
import { CrierError } from '../errors.ts';
import { moveDatabaseAside } from './move-database-aside.ts';
import { requireWhole } from './open-database.ts';
import { UnusableDatabase } from './unusable-database.ts';

/**
 * Opens what a database contains; an unusable database is moved aside and a new one opened.
 *
 * @param open creates the file if missing
 * @param now milliseconds since 1970
 * @returns what was opened, and the new name of the old file: null when it was usable
 * @throws CrierError as `open` does, when the file is not the cause
 */
export async function openOrMoveAside<Opened>({ file, open, now }: OpenAttempt<Opened>): Promise<{
  readonly opened: Opened;
  readonly aside: string | null;
}> {
  try {
    if (existsSync(file)) requireWhole(file);
    return { opened: await open(), aside: null };
  } catch (error) {
    // an untyped error means that the tables are not as crier created them
    const isOfUse = error instanceof CrierError && !(error instanceof UnusableDatabase);
    if (isOfUse || !existsSync(file)) throw error;
    const aside = moveDatabaseAside(file, now);
    return { opened: await open(), aside };
  }
}

interface OpenAttempt<Opened> {
  readonly file: string;
  open(): Promise<Opened>;
  readonly now: number;
}
