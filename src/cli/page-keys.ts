import type { CommandPath } from './command.ts';

/** The key of a command's page. */
export const commandKey = (path: CommandPath): string => path.join('.');
/** The key of the page of a folder of commands; the root's is `.`. */
export const groupKey = (path: CommandPath): string => `${path.join('.')}.`;
/** The key of a topic's page. */
export const topicKey = (name: string): string => `help.${name}`;

const HELP_FLAGS = ['--help', '-h'];

/**
 * The pages that words may ask for, likeliest first; none when they ask for anything but help.
 * A bare noun is a question about it, a whole command is not.
 */
export function pageKeys(words: readonly string[]): readonly string[] {
  const asksByName = words[0] === 'help';
  const rest = words.slice(asksByName ? 1 : 0);
  const path = rest.filter((word) => !HELP_FLAGS.includes(word));
  if (!path.every((word) => /^[a-z][a-z-]*$/.test(word))) return [];
  if (!asksByName && path.length === rest.length) return [groupKey(path)];
  return [...(path.length === 1 ? [topicKey(path[0] ?? '')] : []), commandKey(path), groupKey(path)].filter(
    (key) => key !== '',
  );
}
