import { formatIsoSeconds } from '../domain/time/format-iso-seconds.ts';

/** Formats a time as the service does; null stays null. */
export function formatTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : formatIsoSeconds(ms);
}
