import { createUsageError } from '../../../errors.ts';
import { splitCommandLine } from '../output/text/shell-command.ts';
import type { SavedSettings } from './settings.ts';

/** The name of an alias, or of a program behind `crier-`. */
export const OWN_NAME = /^[a-z][a-z0-9-]{0,49}$/;

/** The words that an alias runs; null for an unknown one. */
export function findAlias({ aliases = {} }: SavedSettings, name: string): string | null {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? null) : null;
}

/** Splits the text of an alias into words, without a shell. */
export function splitAlias(text: string): readonly string[] {
  return splitCommandLine(text);
}

const PLACE = /\$([1-9])/g;

/**
 * The words of a line that calls an alias: `$1` to `$9` are its arguments, and those that have no place are behind it.
 *
 * @throws CrierError of kind usage when an argument is missing
 */
export function fillAlias(name: string, text: string, given: readonly string[]): readonly string[] {
  const used = new Set<number>();
  const words = splitAlias(text).map((word) =>
    word.replaceAll(PLACE, (_place, digit: string) => {
      const at = Number(digit) - 1;
      const value = given[at];
      if (value === undefined) {
        throw createUsageError(
          `the alias "${name}" needs ${at + 1} ${at === 0 ? 'argument' : 'arguments'}`,
          `it runs "${text}"`,
        );
      }
      used.add(at);
      return value;
    }),
  );
  return [...words, ...given.filter((_, at) => !used.has(at))];
}
