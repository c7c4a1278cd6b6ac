import {
  createLocalClock,
  formatInZones,
  type LocalClock,
  normalizeZone,
} from '../../../domain/time/local-time.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { RecordLine } from './view.ts';

/** An ISO 8601 time in UTC, as the sentences of this program have it. */
const ISO_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z\b/g;

/** Replaces the ISO times of a sentence by what people read: `Thu 24 Dec 2026 18:00 Europe/Oslo, 17:00 UTC`. */
export function formatSentenceTimes(text: string, zone: LocalClock): string {
  return text.replaceAll(ISO_TIME, (time) => {
    const { ms } = readTimestamp(time);
    return ms === null ? time : formatInZones(ms, zone);
  });
}

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
