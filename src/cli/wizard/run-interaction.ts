import { CrierError, createUsageError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import { EndOfAnswers } from '../prompts/prompts.ts';

/**
 * Holds a conversation; whoever leaves it in the middle is told what was not done.
 *
 * @param nothing such as `nothing was created`
 * @throws CrierError of kind usage when the answers end
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
      throw createUsageError(nothing, 'run it again, and answer the questions');
    // a signal has ended the run already, in its own words
    if (signal.aborted) onEnd(() => note(nothing));
    else if (error instanceof CrierError && error.kind === 'interrupted') {
      throw new CrierError(error.kind, `${error.message}, ${nothing}`);
    }
    throw error;
  }
}
