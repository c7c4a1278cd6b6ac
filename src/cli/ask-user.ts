import { createUsageError } from '../errors.ts';
import type { ContextParts } from './context.ts';

/** Whether a person is at the terminal who may be asked. */
export function isInteractive({ world, flags }: Pick<ContextParts, 'world' | 'flags'>): boolean {
  return !flags.noInput && world.stdin.isTerminal && world.stderr.isTerminal;
}

/** A question, and whether what is typed behind it is shown. */
interface LineQuestion {
  readonly question: string;
  readonly hidden: boolean;
}

/** What a person types behind a question; null when there is no more. Whatever happens, what follows is on its own line. */
export async function promptLine(
  { world, output }: Pick<ContextParts, 'world' | 'output'>,
  { question, hidden }: LineQuestion,
): Promise<string | null> {
  let line: string | null = null;
  try {
    line = await world.stdin.readLine({ hidden, ask: () => output.ask(question) });
    return line;
  } finally {
    // the terminal shows Enter; it shows none of a hidden line, and there is none where it was left
    if (hidden || line === null) await output.trace('');
  }
}

/**
 * Asks a person for a line.
 *
 * @param how `hidden` when what is typed is not shown
 * @returns null when nobody is there to ask
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
    throw createUsageError('nothing was typed', 'run it again, and answer the question');
  return line;
}
