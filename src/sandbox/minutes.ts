/** Minutes in an hour and a day: the unit of `minutesAgo` in the demo data. */
export const HOUR = 60;
export const DAY = 24 * HOUR;
