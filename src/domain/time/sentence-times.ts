import { formatInZones, type LocalClock } from './local-time.ts';
import { readTimestamp } from './read-timestamp.ts';

/** An ISO 8601 time in UTC, as the sentences of this program have it. */
const ISO_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z\b/g;

/** Replaces the ISO times of a sentence by what people read: `Thu 24 Dec 2026 18:00 Europe/Oslo, 17:00 UTC`. */
export function formatSentenceTimes(text: string, zone: LocalClock): string {
  return text.replaceAll(ISO_TIME, (time) => {
    const { ms } = readTimestamp(time);
    return ms === null ? time : formatInZones(ms, zone);
  });
}
