import { CrierError } from '../../errors.ts';
import type { Database } from '../../storage/open-database.ts';

/** Size of a store in bytes, by its pages. */
export function getStoreBytes(database: Database): number {
  const pages = database.first<{ bytes: number }>(
    'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
  );
  return pages?.bytes ?? 0;
}

/**
 * Returns unused pages to the disk (`vacuum`). Needs the store's size in free space, and no other reader; otherwise
 * it does nothing.
 */
export function compact(database: Database): void {
  try {
    database.script('vacuum; pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
  }
}
