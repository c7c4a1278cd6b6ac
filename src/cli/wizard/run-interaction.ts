import { CrierError, createUsageError } from '../../errors.ts';
import type { CommandContext } from '../context/context.ts';
import { EndOfAnswers } from '../prompts/prompts.ts';

/**
 * Runs prompts; when the user leaves, notes what was not done.
 *
 * @param nothing such as `nothing was created`
 * @throws CrierError of kind usage at the end of input
 */
export async function runInteraction<Value>(
  nothing: string,
  { signal, note, onEnd }: Pick<CommandContext, 'signal' | 'note' | 'onEnd'>,
  converse: () => Promise<Value>,
): Promise<Value> {
  try {
    return await converse();
  } catch (error) {
    if (error instanceof EndOfAnswers)
      throw createUsageError(nothing, 'run the command again and answer the questions');
    // a signal has already ended the run with its own message
    if (signal.aborted) onEnd(() => note(nothing));
    else if (error instanceof CrierError && error.kind === 'interrupted') {
      throw new CrierError(error.kind, `${error.message}, ${nothing}`);
    }
    throw error;
  }
}
