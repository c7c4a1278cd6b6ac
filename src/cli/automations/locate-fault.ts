import { type BodyFault, UNKNOWN_FIELD } from '../../rules/find-body-faults.ts';
import type { FilePosition } from '../files/file-position.ts';
import type { FileEntry } from '../files/records-file.ts';

/** Where a fault stands in a file: an unknown field is wrong by its name, anything else by what it holds. */
export function locateFault(
  entry: FileEntry,
  { path, message }: Pick<BodyFault, 'path' | 'message'>,
): FilePosition {
  return entry.placeOf(path, message === UNKNOWN_FIELD ? 'key' : 'value');
}
