import { createUsageError } from '../errors.ts';
import { checkId } from './check-id.ts';
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
 * @throws CrierError of kind usage when there are none, one of them cannot be an id, or the file cannot be read
 */
export async function readIds({ ids, idsFrom }: IdSources, readFile: ReadFile): Promise<readonly string[]> {
  for (const id of ids) checkId(id);
  const all =
    idsFrom === undefined ? ids : [...ids, ...parseIds(await readFile(idsFrom), getInputName(idsFrom))];
  if (all.length > 0) return [...new Set(all)];
  if (idsFrom === undefined)
    throw createUsageError('<id> is missing', 'give one or more ids, or --ids-from a file');
  throw createUsageError(`there are no ids in ${getInputName(idsFrom)}`, 'it has an id a line');
}

function getInputName(file: string): string {
  return file === '-' ? 'standard input' : file;
}

function parseIds(text: string, name: string): readonly string[] {
  const cells = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, at) => ({ id: line.split('\t', 1)[0]?.trim() ?? '', place: `line ${at + 1} of ${name}` }))
    .filter(({ id }) => id !== '');
  const rows = cells[0]?.id === 'id' ? cells.slice(1) : cells;
  for (const { id, place } of rows) checkId(id, place);
  return rows.map(({ id }) => id);
}
