import type { IoPort } from '../../framework/command/io.ts';
import { createFinder, defineFindFlags, type FindWords } from '../../framework/input/flags/find-flags.ts';

/** The flag that finds deliveries by the texts and ids of their events. */
export const FIND_EVENTS = { contains: defineFindFlags('events').contains };

const NO_WRITER = { id: null, handle: null, name: null };

/** Finds events that have all of the words in their texts and ids, whatever their members are called. */
export function createEventFinder({ contains }: FindWords, { printing }: Pick<IoPort, 'printing'>) {
  const finder = createFinder({ contains }, 'event', printing);
  return {
    isActive: finder.isActive,
    matches: (event: unknown) =>
      !finder.isActive || finder.matches([...listTexts(event)].join('\n'), NO_WRITER),
    count: finder.count,
  };
}

/** The values of an event, without the names of its members. */
function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) yield* listTexts(each);
}
