import { existsSync } from 'node:fs';
import { CrierError } from '../errors.ts';
import { moveDatabaseAside } from './move-database-aside.ts';
import { requireWhole } from './open-database.ts';
import { UnusableDatabase } from './unusable-database.ts';

/**
 * Opens what lives in a database; when it is of no use, it is moved aside and a new one opened.
 *
 * @param open makes the file when it is not there
 * @param now milliseconds since 1970
 * @returns what was opened, and where the old file is now: null when it was of use
 * @throws CrierError as `open` does, when the file is not what is wrong
 */
export async function openOrMoveAside<Opened>({ file, open, now }: OpenAttempt<Opened>): Promise<{
  readonly opened: Opened;
  readonly aside: string | null;
}> {
  try {
    if (existsSync(file)) requireWhole(file);
    return { opened: await open(), aside: null };
  } catch (error) {
    // what is no typed error came from tables that are not as we made them
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
