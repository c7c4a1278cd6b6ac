import type { IoPort } from '../../framework/command/io.ts';
import { readIds } from '../../framework/many/read-ids.ts';
import { refuseRawOfSeveral } from '../../framework/output/printing/show-result.ts';

/** Where aliases come from: the command line, a file, or both. */
interface AliasSources {
  aliases: readonly string[];
  idsFrom: string | undefined;
}

/**
 * Reads aliases as ids are read. Text of the command line that is no id is not refused here: it is looked up among the
 * aliases, and never sent.
 */
export async function readAliases(
  { aliases, idsFrom }: AliasSources,
  io: Pick<IoPort, 'readFile' | 'note' | 'printing'>,
): Promise<readonly string[]> {
  const all = new Set(aliases);
  if (idsFrom !== undefined || all.size === 0)
    for (const id of await readIds({ ids: [], idsFrom }, io)) all.add(id);
  refuseRawOfSeveral(all.size, io.printing);
  return [...all];
}
