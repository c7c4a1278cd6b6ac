/** Minutes in a day: `minutesAgo` of the demo data is counted in them. */
export const DAY = 24 * 60;
