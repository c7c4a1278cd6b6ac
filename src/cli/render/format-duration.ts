const DURATION_UNITS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Formats a duration in its largest whole unit: `15 seconds`, `2 hours`. @param ms in milliseconds */
export function formatDuration(ms: number): string {
  const [name, unitMs] = DURATION_UNITS.find(([, unit]) => ms >= unit && ms % unit === 0) ?? [
    'millisecond',
    1,
  ];
  const count = ms / unitMs;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
