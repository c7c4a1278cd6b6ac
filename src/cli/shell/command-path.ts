import type { CommandPath } from './command.ts';

/** Whether two paths lead to the same command. */
export function isSamePath(one: CommandPath, other: CommandPath): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}
