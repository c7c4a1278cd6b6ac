import type { Clock } from '../../../../clock.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { SECOND_MS } from '../../../../service/durations.ts';
import type { CheckFinding } from '../../../framework/output/check-list.ts';

/** How long to wait for the first line: a receiver responds first and processes later. */
const FIRST_LINE_MS = 10 * SECOND_MS;
/** How long to wait for another line after it. */
const SETTLE_MS = SECOND_MS;
const POLL_MS = 200;

export type EffectsLog = ReturnType<typeof createEffectsLog>;

/** The file to which the receiver appends a line for each event that it processed. */
export function createEffectsLog(
  read: () => Promise<string>,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
) {
  const countNow = async (hookIds: readonly string[]) =>
    (await read()).split('\n').filter((line) => hookIds.some((id) => line.includes(id))).length;
  return {
    /** Counts the lines that contain any of the ids, when no further one appears. */
    async countLines(hookIds: readonly string[]): Promise<number> {
      const end = clock.steady() + FIRST_LINE_MS;
      while ((await countNow(hookIds)) === 0 && clock.steady() < end) await clock.sleep(POLL_MS, signal);
      await clock.sleep(SETTLE_MS, signal);
      return countNow(hookIds);
    },
  };
}

/** Judges how often one event was processed. @returns null if once */
export function judgeEffects(lines: number, advice: string): CheckFinding | null {
  if (lines === 1) return null;
  const none = 'append a line with the hookId to the file of --effects for each processed event';
  return lines === 0
    ? { found: 'it was not processed: no line in the file of --effects', advice: none }
    : { found: `it was processed ${formatCount(lines, 'time')}`, advice };
}
