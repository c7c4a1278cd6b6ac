import { createUsageError } from '../errors.ts';
import { isInteractive, promptLine } from './ask-user.ts';
import type { ContextParts } from './context.ts';

/** What is asked, and what was said to it beforehand. */
export interface ConfirmQuestion {
  /** What would be done, as a command: `delete all data of the sandbox`. */
  readonly what: string;
  /** What it would be done to, a line each, which is found out when there is somebody to read it. */
  details?(): Promise<readonly string[]>;
  /** `--yes`. */
  readonly yes: boolean;
}

/**
 * Asks a person before what cannot be undone.
 *
 * @throws CrierError of kind usage when the answer is no, or nobody is there to give one
 */
export async function confirm(
  parts: Pick<ContextParts, 'world' | 'flags' | 'output'>,
  { what, details, yes }: ConfirmQuestion,
): Promise<void> {
  if (yes) return;
  if (!isInteractive(parts)) {
    throw createUsageError(`to ${what} is asked about first, and there is nobody to ask`, 'add --yes');
  }
  for (const line of (await details?.()) ?? []) await parts.output.note(line);
  const question = `${what.charAt(0).toUpperCase()}${what.slice(1)}? [y/N]`;
  const answer = await promptLine(parts, { question, hidden: false });
  if (answer === null) throw createUsageError('nothing was changed: no answer came', 'add --yes');
  if (/^y(es)?$/i.test(answer.trim())) return;
  throw createUsageError('nothing was changed');
}
