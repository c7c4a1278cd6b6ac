import { type BodyFault, UNKNOWN_FIELD } from '../../domain/requests/find-body-faults.ts';
import type { FilePosition } from '../files/file-position.ts';
import type { FileEntry } from '../files/records-file.ts';

/** Position of a fault in a file: the name of an unknown field, otherwise the value. */
export function locateFault(
  entry: FileEntry,
  { path, message }: Pick<BodyFault, 'path' | 'message'>,
): FilePosition {
  return entry.placeOf(path, message === UNKNOWN_FIELD ? 'key' : 'value');
}
