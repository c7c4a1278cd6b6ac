import type { Database } from '../../disk/open-database.ts';
import { CrierError } from '../../errors.ts';

/** How large a store is, in bytes, as far as its pages tell. */
export function getStoreBytes(database: Database): number {
  const pages = database.first<{ bytes: number }>(
    'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
  );
  return pages?.bytes ?? 0;
}

/** Gives pages that nothing uses back to the disk. It needs as much room again, and no other reader: else it is left undone. */
export function compact(database: Database): void {
  try {
    database.script('vacuum; pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
  }
}
