/**
 * Formats an absolute time in UTC: `14:13:20Z`; on another day `09-20 14:13`, in another year `2025-12-31`. For
 * streamed lists, in which a relative time would become wrong.
 *
 * @param ms the time, and `now` the current time, both in milliseconds since 1970
 */
export function formatClockTime(ms: number, now: number): string {
  const moment = new Date(ms).toISOString();
  const today = new Date(now).toISOString();
  if (moment.slice(0, DAY_END) === today.slice(0, DAY_END)) return `${moment.slice(TIME_BEGIN, TIME_END)}Z`;
  if (moment.slice(0, YEAR_END) !== today.slice(0, YEAR_END)) return moment.slice(0, DAY_END);
  return moment.slice(YEAR_END + 1, MINUTE_END).replace('T', ' ');
}

const YEAR_END = 'YYYY'.length;
const DAY_END = 'YYYY-MM-DD'.length;
const TIME_BEGIN = DAY_END + 1;
const MINUTE_END = 'YYYY-MM-DDThh:mm'.length;
const TIME_END = 'YYYY-MM-DDThh:mm:ss'.length;
