import { MINUTE_MS } from '../../service/durations.ts';
import { UNITS_IN_MS } from './flags/flags.ts';

/** Units of numeric flags, by the suffix of their names. */
const COUNTED = [
  { end: '-minutes', unit: 'minutes', ms: MINUTE_MS },
  { end: '-ms', unit: 'milliseconds', ms: 1 },
] as const;

/** Converts a duration to the unit of a numeric flag: `7d is 10080 minutes`; empty for any other text. */
export function suggestUnit(name: string, text: string): string {
  const counted = COUNTED.find(({ end }) => name.endsWith(end));
  const { amount, unit = '' } = /^(?<amount>\d{1,9})(?<unit>ms|[smhdw])$/.exec(text)?.groups ?? {};
  const value = (Number(amount) * (UNITS_IN_MS[unit] ?? 0)) / (counted?.ms ?? 1);
  return counted !== undefined && Number.isSafeInteger(value)
    ? `it is in ${counted.unit}: ${text} is ${name} ${value}`
    : '';
}
