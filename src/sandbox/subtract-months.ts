/**
 * Subtracts calendar months, in UTC; in a shorter month, the result is its last day.
 *
 * @param moment milliseconds since 1970, like the result
 */
export function subtractMonths(moment: number, months: number): number {
  const date = new Date(moment);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  // The day overflowed into the next month.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
