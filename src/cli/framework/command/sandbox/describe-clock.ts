import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { formatDistance } from '../../../../domain/time/local-time.ts';
import type { ClockState } from '../../../../service/control/control.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../service/durations.ts';
import type { RecordLine } from '../../output/view.ts';

/** `frozen`, `real time`, `40 seconds ahead of real time` */
export function describeClockMode({ aheadMs }: ClockState): string {
  if (aheadMs === null) return 'frozen';
  if (aheadMs < SECOND_MS) return 'real time';
  const distance =
    aheadMs < MINUTE_MS ? formatCount(Math.floor(aheadMs / SECOND_MS), 'second') : formatDistance(aheadMs);
  return `${distance} ahead of real time`;
}

export function buildClockLine(clock: ClockState): RecordLine {
  return {
    name: 'clock',
    title: 'clock',
    value: `${clock.now}, ${describeClockMode(clock)}`,
    role: 'sentence',
  };
}

/** Nothing fails on a frozen clock, so that without this sentence the wait is a riddle. @param now of the sandbox */
export function describeFrozenClock(now: string): string {
  return `the sandbox clock is frozen at ${now}: scheduled posts and automations wait until it is moved; "crier sandbox clock real" lets it run`;
}

/** What is noted of a clock wherever its state matters; nothing of one that runs. */
export function listFrozenNotes({ mode, now }: ClockState): readonly string[] {
  return mode === 'set' ? [describeFrozenClock(now)] : [];
}

/** From here on, times that the sandbox records surprise: "tomorrow" is another day. */
const NOTABLE_MS = HOUR_MS;

/** What is noted before a change, which is recorded with the sandbox's time. */
export function listWriteNotes(clock: ClockState): readonly string[] {
  const { aheadMs } = clock;
  if (aheadMs === null) return listFrozenNotes(clock);
  return aheadMs < NOTABLE_MS ? [] : [`the sandbox clock is ${describeClockMode(clock)}`];
}

/** Near times are exact, distant ones are rounded up to a larger unit. */
const EXACT = 2;
const UNITS = [
  ['s', SECOND_MS, EXACT * MINUTE_MS],
  ['m', MINUTE_MS, EXACT * HOUR_MS],
  ['h', HOUR_MS, Number.POSITIVE_INFINITY],
] as const;

/** Formats a duration for advancing a clock, rounded up: `34s`, `15m`. @param ms in milliseconds */
export function formatClockAdvance(ms: number): string {
  const needed = Math.max(ms, SECOND_MS);
  const [unit, size] = UNITS.find(([, , below]) => needed <= below) ?? UNITS[0];
  return `${Math.ceil(needed / size)}${unit}`;
}
