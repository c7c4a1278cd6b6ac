import { listTexts } from '../../../domain/json/loose-record.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { createFinder, defineFindFlags, type FindWords } from '../../framework/input/flags/find-flags.ts';

/** The flag that finds deliveries by the texts and ids of their events. */
export const FIND_EVENTS = { contains: defineFindFlags('events').contains };

const NO_WRITER = { id: null, handle: null, name: null };

/** Finds events that have all of the words in their texts and ids, whatever their members are called. */
export async function createEventFinder({ contains }: FindWords, { printing }: Pick<IoPort, 'printing'>) {
  const finder = await createFinder({ contains }, 'event', printing);
  return {
    isActive: finder.isActive,
    matches: (event: unknown) =>
      !finder.isActive || finder.matches([...listTexts(event)].join('\n'), NO_WRITER),
    count: finder.count,
  };
}
