import { createUsageError } from '../../errors.ts';
import { isInteractive, promptLine } from './ask-user.ts';
import type { ContextParts } from './context.ts';

/** A question to confirm. */
export interface ConfirmQuestion {
  /** The action, as an imperative: `delete all data of the sandbox`. */
  readonly what: string;
  /** What is affected, one line each; read only when the user is asked. */
  details?(): Promise<readonly string[]>;
  /** `--yes`. */
  readonly yes: boolean;
}

/**
 * Asks the user to confirm what cannot be undone.
 *
 * @throws CrierError of kind usage when the answer is no, or the command may not prompt
 */
export async function confirm(
  parts: Pick<ContextParts, 'world' | 'flags' | 'output'>,
  { what, details, yes }: ConfirmQuestion,
): Promise<void> {
  if (yes) return;
  if (!isInteractive(parts)) {
    throw createUsageError(
      `cannot ask for confirmation to ${what}: not an interactive terminal`,
      'use --yes to skip the question',
    );
  }
  for (const line of (await details?.()) ?? []) await parts.output.note(line);
  const question = `${what.charAt(0).toUpperCase()}${what.slice(1)}? [y/N]`;
  const answer = await promptLine(parts, { question, hidden: false });
  if (answer === null)
    throw createUsageError('nothing was changed: no answer was given', 'use --yes to skip the question');
  if (/^y(es)?$/i.test(answer.trim())) return;
  throw createUsageError('nothing was changed');
}
