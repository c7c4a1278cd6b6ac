import { createUsageError } from '../../errors.ts';
import type { ContextParts } from './context.ts';

/** Whether the command may prompt: a terminal on both sides, and no `--no-input`. */
export function isInteractive({ world, flags }: Pick<ContextParts, 'world' | 'flags'>): boolean {
  return !flags.noInput && world.stdin.isTerminal && world.stderr.isTerminal;
}

/** A question, and whether the answer is hidden while it is typed. */
interface LineQuestion {
  readonly question: string;
  readonly hidden: boolean;
}

/**
 * Reads the answer to a question; null at the end of input. Later output always begins on a line of its own.
 */
export async function promptLine(
  { world, output }: Pick<ContextParts, 'world' | 'output'>,
  { question, hidden }: LineQuestion,
): Promise<string | null> {
  let line: string | null = null;
  try {
    line = await world.stdin.readLine({ hidden, ask: () => output.ask(question) });
    return line;
  } finally {
    // the terminal echoes Enter, but not after a hidden line or at the end of input
    if (hidden || line === null) await output.trace('');
  }
}

/**
 * Asks the user for a line.
 *
 * @param how `hidden` turns echo off
 * @returns null when the command may not prompt
 * @throws CrierError of kind usage when nothing is typed
 */
export async function askUser(
  parts: ContextParts,
  question: string,
  how: { readonly hidden: boolean },
): Promise<string | null> {
  if (!isInteractive(parts)) return null;
  const line = await promptLine(parts, { ...how, question: `${question}:` });
  if (how.hidden) parts.secrets.add(line, line?.trim());
  if (line === null || line.trim() === '')
    throw createUsageError('no answer was given', 'run the command again and answer the question');
  return line;
}
