import { createLocalClock, formatInZones, normalizeZone } from '../../../domain/time/local-time.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { formatSentenceTimes } from '../../../domain/time/sentence-times.ts';
import type { RecordLine } from './view.ts';

/**
 * Adds what people read to the times of a record, and to the sentences that contain times. What is no time stays as it
 * came.
 *
 * @param timeZone an IANA name
 */
export function addLocalTimes(lines: readonly RecordLine[], timeZone: string): readonly RecordLine[] {
  const zone = createLocalClock(normalizeZone(timeZone));
  return lines.map((line) => {
    if (line.role === 'sentence' && typeof line.value === 'string')
      return { ...line, shown: formatSentenceTimes(line.shown ?? line.value, zone) };
    const { ms } = line.role === 'time' ? readTimestamp(line.value) : { ms: null };
    return ms === null ? line : { ...line, shown: formatInZones(ms, zone) };
  });
}
