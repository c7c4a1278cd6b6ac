import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import { createLocalClock, formatInZones, normalizeZone } from '../time/local-time.ts';
import type { RecordLine } from './view.ts';

/**
 * Adds what people read to the times of a record: `Thu 24 Dec 2026 18:00 Europe/Oslo, 17:00 UTC`. What is no time
 * stays as it came.
 *
 * @param timeZone an IANA name
 */
export function addLocalTimes(lines: readonly RecordLine[], timeZone: string): readonly RecordLine[] {
  const zone = createLocalClock(normalizeZone(timeZone));
  return lines.map((line) => {
    const { ms } = line.role === 'time' ? readTimestamp(line.value) : { ms: null };
    return ms === null ? line : { ...line, shown: formatInZones(ms, zone) };
  });
}
