const UNITS = [
  ['B', 1_000_000_000],
  ['M', 1_000_000],
  ['k', 1_000],
] as const;

/** Smaller numbers are printed in full. */
const SHORTEN_FROM = 10_000;

/** Formats a count for reading at a glance: 940, 9999, 12.4k, 1.2M. Truncated, not rounded up. */
export function formatShortCount(count: number): string {
  const size = Math.abs(count);
  const unit = UNITS.find(([, value]) => size >= value);
  if (size < SHORTEN_FROM || unit === undefined) return String(count);
  const tenths = Math.trunc((size / unit[1]) * 10) / 10;
  const shown = tenths >= 100 ? Math.trunc(tenths) : tenths;
  return `${count < 0 ? '-' : ''}${shown}${unit[0]}`;
}
