/** Minutes in an hour and a day: `minutesAgo` of the demo data is counted in them. */
export const HOUR = 60;
export const DAY = 24 * HOUR;
