/** The key of a command's help page. */
export const toCommandKey = (path: readonly string[]): string => path.join('.');
/** The key of a group's help page; that of the root is `.`. */
export const toGroupKey = (path: readonly string[]): string => `${path.join('.')}.`;
/** The key of a topic's help page. */
export const toTopicKey = (name: string): string => `help.${name}`;

const HELP_FLAGS = ['--help', '-h'];

/**
 * The help pages that the words may ask for, most likely first; none for anything but help. A group without a
 * verb shows its page, a complete command does not.
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
