import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import { MINUTE_MS } from '../../../service/durations.ts';
import { suggestShellCure } from '../input/explain-pasted-words.ts';
import type { FlagFacts } from '../input/flags/describe-schema.ts';
import { findChoice, UNITS_IN_MS } from '../input/flags/flags.ts';
import { createRefusal } from '../input/flags/schema-issues.ts';
import { maskLikelySecret } from '../output/text/known-secrets.ts';
import { suggestNearest } from '../output/text/suggest-nearest.ts';
import { suggestName } from './synonyms.ts';

/** Values of the command line by field name, not yet validated by the schema. */
export type RawValues = Readonly<Record<string, unknown>>;

/** Reads one value of a flag or argument, given the value or the list before it. */
export function readRepeated(flag: FlagFacts, text: string, before: unknown): unknown {
  if (flag.isList) {
    const taken: readonly unknown[] = Array.isArray(before) ? before : [];
    if (flag.choices === null) return [...taken, readValue(flag, text)];
    // a list of choices may be repeated, and separated by commas; other texts may hold commas
    const parts = text.split(',').map((part) => readValue(flag, part.trim()));
    return [...new Set([...taken, ...parts])];
  }
  const value = readValue(flag, text);
  if (flag.isOnce && before !== undefined && before !== value)
    throw createUsageError(`${flag.name} is given twice with different values`, 'use only one of them');
  return value;
}

/** Checks the syntax of one value: not empty, one of the choices, or a number. */
export function readValue({ name, choices, kind, code, syntax }: FlagFacts, value: string): unknown {
  const text = choices === null ? value : (findChoice(value, choices) ?? value);
  if (text === '' && syntax.mayBeEmpty) return text;
  if (text === '') throw createRefusal(`${name} is empty`, { code, advice: 'remove it, or give it a value' });
  if (choices !== null && !choices.includes(text)) {
    const advice = `${suggestShellCure([text]) || suggestName(text, choices, name) || suggestNearest(text, choices)}it takes ${joinWithOr(choices)}`;
    throw createRefusal(`${name} cannot be "${maskLikelySecret(text)}"`, { code, advice });
  }
  if (kind !== 'number') return text;
  if (!/^-?\d+(\.\d+)?$/.test(text))
    throw createRefusal(`${name} must be a number, not "${maskLikelySecret(text)}"`, {
      code,
      advice: suggestUnit(name, text) || adviseDigits(name, text),
    });
  return Number(text);
}

function adviseDigits(name: string, text: string): string {
  const value = Number(text);
  return `write it in digits${Number.isSafeInteger(value) ? `: ${name} ${value}` : ''}`;
}

/** Units of numeric flags, by the suffix of their names. */
const COUNTED = [
  { end: '-minutes', unit: 'minutes', ms: MINUTE_MS },
  { end: '-ms', unit: 'milliseconds', ms: 1 },
] as const;

/** Converts a duration to the unit of a numeric flag: `7d is 10080 minutes`; empty for any other text. */
function suggestUnit(name: string, text: string): string {
  const counted = COUNTED.find(({ end }) => name.endsWith(end));
  const { amount, unit = '' } = /^(?<amount>\d{1,9})(?<unit>ms|[smhdw])$/.exec(text)?.groups ?? {};
  const value = (Number(amount) * (UNITS_IN_MS[unit] ?? 0)) / (counted?.ms ?? 1);
  return counted !== undefined && Number.isSafeInteger(value)
    ? `it is in ${counted.unit}: ${text} is ${name} ${value}`
    : '';
}
