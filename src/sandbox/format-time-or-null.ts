import { formatIsoSeconds } from '../rules/format-iso-seconds.ts';

/** A moment as the service writes it; null for one that has not come. */
export function formatTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : formatIsoSeconds(ms);
}
