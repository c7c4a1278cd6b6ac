import { dirname } from 'node:path';
import { ensurePrivateFolder } from '../../storage/private-files.ts';
import type { Inbox } from './inbox.ts';

/**
 * Opens an inbox, and creates it if missing. What is behind it is loaded only now.
 *
 * @param location path of a SQLite file
 * @throws CrierError `usage` when it cannot be used, `unavailable` when another process locks it for too long
 */
export async function openInbox(location: string): Promise<Inbox> {
  const { openSqliteInbox } = await import('./sqlite/open-sqlite-inbox.ts');
  ensurePrivateFolder(dirname(location));
  return openSqliteInbox(location);
}
