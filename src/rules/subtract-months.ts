/**
 * The same day and time so many calendar months earlier, UTC; where that month is too short, its last day.
 *
 * @param moment in milliseconds since 1970, as what is returned
 */
export function subtractMonths(moment: number, months: number): number {
  const date = new Date(moment);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  // It ran over into the month behind.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
