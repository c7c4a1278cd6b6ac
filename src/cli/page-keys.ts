import type { CommandPath } from './command.ts';

/** The key of a command's page. */
export const toCommandKey = (path: CommandPath): string => path.join('.');
/** The key of the page of a folder of commands; the root's is `.`. */
export const toGroupKey = (path: CommandPath): string => `${path.join('.')}.`;
/** The key of a topic's page. */
export const toTopicKey = (name: string): string => `help.${name}`;

const HELP_FLAGS = ['--help', '-h'];

/**
 * The pages that words may ask for, likeliest first; none when they ask for anything but help.
 * A bare noun is a question about it, a whole command is not.
 */
export function listPageKeys(words: readonly string[]): readonly string[] {
  const asksByName = words[0] === 'help';
  const rest = words.slice(asksByName ? 1 : 0);
  const path = rest.filter((word) => !HELP_FLAGS.includes(word));
  if (!path.every((word) => /^[a-z][a-z-]*$/.test(word))) return [];
  if (!asksByName && path.length === rest.length) return [toGroupKey(path)];
  return [
    ...(path.length === 1 ? [toTopicKey(path[0] ?? '')] : []),
    toCommandKey(path),
    toGroupKey(path),
  ].filter((key) => key !== '');
}
