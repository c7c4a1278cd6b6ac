import type { CommandPath } from '../command/command.ts';
import { findFormerName } from '../command/command.ts';
import { describeDeprecation } from '../input/describe-deprecation.ts';
import type { FlagFacts } from '../input/flags/describe-schema.ts';

/** A command line, for what is deprecated in it. */
interface UsedNames {
  /** The names of the command as typed: `['sandbox', 'tell']`. */
  readonly calledAs: CommandPath;
  /** What to use instead of the command; undefined for most. */
  readonly instead: string | undefined;
  /** The flags, named by the variable where one of the environment set them. */
  readonly flags: readonly FlagFacts[];
  /** Keys of the flags that are set. */
  readonly given: ReadonlySet<string>;
  readonly words: readonly string[];
}

/** Describes what is deprecated in a command line in one line; null for nothing. */
export function describeDeprecations({ calledAs, instead, flags, given, words }: UsedNames): string | null {
  const name = calledAs.join(' ');
  const formerly = findFormerName(calledAs);
  const used = flags.filter(({ key }) => given.has(key));
  const sentences = [
    ...(formerly === null ? [] : [describeDeprecation(`"${name}"`, `"${formerly.join(' ')}"`)]),
    ...(instead === undefined ? [] : [describeDeprecation(`"${name}"`, instead)]),
    ...used.flatMap(({ name, syntax: { deprecated } }) =>
      deprecated === undefined ? [] : [describeDeprecation(name, deprecated)],
    ),
    ...used.flatMap(({ name, syntax: { synonym, hasDeprecatedSynonym } }) =>
      hasDeprecatedSynonym === true && synonym !== undefined && isTyped(synonym, words)
        ? [describeDeprecation(synonym, name)]
        : [],
    ),
  ];
  return sentences.length === 0 ? null : sentences.join('; ');
}

function isTyped(flag: string, words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words
    .slice(0, end === -1 ? undefined : end)
    .some((word) => word === flag || word.startsWith(`${flag}=`));
}
