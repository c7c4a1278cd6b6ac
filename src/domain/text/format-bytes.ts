const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;
const STEP = 1_000;

/** Formats a whole number of bytes for people, in decimal units with at most one decimal place: `12 bytes`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let value = bytes;
  let unit = 0;
  // 999.95 would be rounded to 1000
  while (value >= STEP - 0.05 && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${Number(value.toFixed(1))} ${UNITS[unit]}`;
}
