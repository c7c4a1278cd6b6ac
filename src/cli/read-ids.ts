import { usageError } from '../errors.ts';
import type { ReadFile } from './secrets.ts';

/** Where ids come from: the command line, a file, or both. */
export interface IdSources {
  readonly ids: readonly string[];
  /** A file with an id a line, `-` for standard input. */
  readonly idsFrom: string | undefined;
}

/**
 * The ids to work on, each once, in the order in which they came. Of a line that has tabs the first cell counts, and a
 * first line that is just `id` is a head, so that what `-o tsv` prints can be read.
 *
 * @throws CrierError of kind usage when there are none, or the file cannot be read
 */
export async function readIds({ ids, idsFrom }: IdSources, readFile: ReadFile): Promise<readonly string[]> {
  const all = idsFrom === undefined ? ids : [...ids, ...idsIn(await readFile(idsFrom))];
  if (all.length > 0) return [...new Set(all)];
  if (idsFrom === undefined)
    throw usageError('<id> is missing', 'give one or more ids, or --ids-from a file');
  throw usageError(
    `there are no ids in ${idsFrom === '-' ? 'standard input' : idsFrom}`,
    'it has an id a line',
  );
}

function idsIn(text: string): readonly string[] {
  const cells = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.split('\t', 1)[0]?.trim() ?? '')
    .filter((cell) => cell !== '');
  return cells[0] === 'id' ? cells.slice(1) : cells;
}
