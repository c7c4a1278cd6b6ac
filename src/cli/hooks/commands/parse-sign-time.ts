import { createUsageError } from '../../../errors.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { parseTime } from '../../shell/flags/parse-time.ts';
import { maskLikelySecret } from '../../shell/mask-likely-secret.ts';

/**
 * Parses the time for a header.
 *
 * @param text `now`, Unix seconds, a day or a time
 * @returns Unix seconds
 * @throws CrierError of kind usage
 */
export function parseSignTime(text: string, now: number): number {
  const isSeconds = /^\d{1,12}$/.test(text);
  const ms = text === 'now' ? now : isSeconds ? Number(text) * SECOND_MS : parseTime(text);
  if (ms !== null && ms >= 0) return Math.floor(ms / SECOND_MS);
  throw createUsageError(
    `--set-time "${maskLikelySecret(text)}" is not a time`,
    'write now, 1790000000 (Unix seconds) or 2026-09-21T14:13:20Z',
  );
}
