import type { AcceptedEvent, History, HistoryLook } from './history.ts';

/** A line that a process wrote down when it happened: what is written in one go is whole or not there. */
export type HistoryLine =
  | { readonly offered: number }
  | { readonly accepted: AcceptedEvent }
  | { readonly planned: string }
  | { readonly killed: number }
  | { readonly integrity: string }
  | { readonly look: HistoryLook };

/** What is read once, when all is over. */
export type Recovery = Omit<History, 'offered' | 'accepted' | 'planned' | 'kills' | 'integrity' | 'looks'>;

/**
 * Puts a history together from what the processes wrote down, in the order in which it happened.
 *
 * @param texts what each of them wrote, a JSON object a line; of one that was killed the last line may be torn
 * @throws SyntaxError when another line than the last cannot be read
 */
export function readHistory(texts: readonly string[], recovery: Recovery): History {
  const lines = texts.flatMap(linesOf);
  return {
    ...recovery,
    offered: lines.reduce((sum, line) => sum + ('offered' in line ? line.offered : 0), 0),
    accepted: lines.flatMap((line) => ('accepted' in line ? [line.accepted] : [])),
    planned: lines.flatMap((line) => ('planned' in line ? [line.planned] : [])),
    kills: lines.filter((line) => 'killed' in line).length,
    integrity: lines.flatMap((line) => ('integrity' in line ? [line.integrity] : [])),
    looks: lines.flatMap((line) => ('look' in line ? [line.look] : [])),
  };
}

function linesOf(text: string): readonly HistoryLine[] {
  const lines = text.split('\n');
  // The last newline is followed by nothing, or by what a process did not get to write to its end.
  const whole = lines.slice(0, -1).filter((line) => line !== '');
  // Our own processes write them, with `writeLine`.
  return whole.map((line): HistoryLine => JSON.parse(line));
}

/** A line as it is written. */
export const writeLine = (line: HistoryLine): string => `${JSON.stringify(line)}\n`;
