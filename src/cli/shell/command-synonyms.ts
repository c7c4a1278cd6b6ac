import type { CommandPath } from './command.ts';

/**
 * Names that a command also answers to. Help and completion list only its path.
 *
 * @see docs/command-line.md#commands
 */
const SYNONYMS: ReadonlyMap<string, CommandPath> = new Map([
  ['comments post', ['comments', 'create']],
  ['sandbox tell', ['sandbox', 'trigger']],
  ['sandbox resend', ['sandbox', 'redeliver']],
]);

/** The path of the command that a path names, directly or by a synonym. */
export function resolveSynonym(path: CommandPath): CommandPath {
  return SYNONYMS.get(path.join(' ')) ?? path;
}
