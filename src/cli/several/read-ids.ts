import { createUsageError } from '../../errors.ts';
import type { ReadFile } from '../context/secrets.ts';
import { checkId } from './check-id.ts';

/** Where ids come from: the command line, a file, or both. */
export interface IdSources {
  readonly ids: readonly string[];
  /** A file with one id per line, `-` for standard input. */
  readonly idsFrom: string | undefined;
}

/**
 * Reads the ids, without duplicates, in order. Only the first cell of a tab-separated line counts, and a
 * first line `id` is a header, so that output of `-o tsv` can be used.
 *
 * @throws CrierError of kind usage when there are none, one is not an id, or the file cannot be read
 */
export async function readIds({ ids, idsFrom }: IdSources, readFile: ReadFile): Promise<readonly string[]> {
  for (const id of ids) checkId(id);
  const all =
    idsFrom === undefined ? ids : [...ids, ...parseIds(await readFile(idsFrom), getInputName(idsFrom))];
  if (all.length > 0) return [...new Set(all)];
  if (idsFrom === undefined)
    throw createUsageError('<id> is missing', 'give one or more ids, or use --ids-from <file>');
  throw createUsageError(`there are no ids in ${getInputName(idsFrom)}`, 'write one id per line');
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
