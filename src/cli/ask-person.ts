import { usageError } from '../errors.ts';
import type { ContextParts } from './context.ts';

/**
 * Asks a person for a line.
 *
 * @param how `hidden` when what is typed is not shown
 * @returns null when nobody is there to ask
 * @throws CrierError of kind usage when nothing is typed
 */
export async function askPerson(
  { world, flags, output, secrets }: ContextParts,
  question: string,
  how: { readonly hidden: boolean },
): Promise<string | null> {
  if (flags.noInput || !world.stdin.isTerminal || !world.stderr.isTerminal) return null;
  const line = await world.stdin.readLine({ ...how, ask: () => output.ask(`${question}:`) });
  if (how.hidden) secrets.add(line, line?.trim());
  if (line === null || line.trim() === '')
    throw usageError('nothing was typed', 'run it again, and answer the question');
  return line;
}
