import { usageError } from '../errors.ts';
import { typedLine } from './ask-person.ts';
import type { ContextParts } from './context.ts';

/** What is asked, and what was said to it beforehand. */
export interface Question {
  /** What would be done, as a command: `delete all data of the sandbox`. */
  readonly what: string;
  /** `--yes`. */
  readonly yes: boolean;
}

/**
 * Asks a person before what cannot be undone.
 *
 * @throws CrierError of kind usage when the answer is no, or nobody is there to give one
 */
export async function confirm(
  { world, flags, output }: Pick<ContextParts, 'world' | 'flags' | 'output'>,
  { what, yes }: Question,
): Promise<void> {
  if (yes) return;
  if (flags.noInput || !world.stdin.isTerminal || !world.stderr.isTerminal) {
    throw usageError(`to ${what} is asked about first, and there is nobody to ask`, 'add --yes');
  }
  const question = `${what.charAt(0).toUpperCase()}${what.slice(1)}? [y/N]`;
  const answer = await typedLine({ world, output }, { question, hidden: false });
  if (/^y(es)?$/i.test(answer?.trim() ?? '')) return;
  throw usageError('nothing was changed', 'answer with y, or add --yes');
}
