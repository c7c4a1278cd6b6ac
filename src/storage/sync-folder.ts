import { closeSync, fsyncSync, openSync } from 'node:fs';
import { getSystemCode } from '../errors.ts';

/** Windows does not sync folders, and some file servers do not. There, names are as durable as the system makes them. */
const CANNOT_SYNC = new Set([
  'EACCES',
  'EBADF',
  'EINVAL',
  'EISDIR',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EPERM',
]);

/**
 * Waits until the names in a folder are on the disk: a new, renamed or removed file is only then there, or gone, after a
 * power failure, also when its bytes were synced before.
 *
 * @throws the error of the system when the disk fails
 */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!CANNOT_SYNC.has(getSystemCode(error) ?? '')) throw error;
  }
}
