import { constants } from 'node:os';

/** The status that a shell shows for a process: its exit code, or 128 and the number of the signal that ended it. */
export function exitStatus(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}
