import type { CommandPath } from './command.ts';

/** Second names of commands. @see the command line's contract, "Commands" */
const OTHER_NAMES: ReadonlyMap<string, CommandPath> = new Map([['comments post', ['comments', 'create']]]);

/** The path of the command that words name, by its first name. */
export function resolveSynonym(path: CommandPath): CommandPath {
  return OTHER_NAMES.get(path.join(' ')) ?? path;
}
