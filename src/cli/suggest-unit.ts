import { MINUTE_MS } from '../facts/durations.ts';
import { UNITS_IN_MS } from './flags.ts';

/** The units in which some numbers are counted: their names end in them, as those of the service's fields do. */
const COUNTED = [
  { end: '-minutes', unit: 'minutes', ms: MINUTE_MS },
  { end: '-ms', unit: 'milliseconds', ms: 1 },
] as const;

/** What a length of time is in the unit that a flag counts in: `7d is 10080 minutes`; empty for any other text. */
export function suggestUnit(name: string, text: string): string {
  const counted = COUNTED.find(({ end }) => name.endsWith(end));
  const { amount, unit = '' } = /^(?<amount>\d{1,9})(?<unit>ms|[smhdw])$/.exec(text)?.groups ?? {};
  const value = (Number(amount) * (UNITS_IN_MS[unit] ?? 0)) / (counted?.ms ?? 1);
  return counted !== undefined && Number.isSafeInteger(value)
    ? `it is in ${counted.unit}: ${text} is ${name} ${value}`
    : '';
}
