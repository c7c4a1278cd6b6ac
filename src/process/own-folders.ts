import { createUsageError } from '../errors.ts';

/**
 * The home folder of the user; empty where the system knows none, as for a user of a container that is in no list of
 * users: the commands that need one say so.
 */
export function getHomeFolder(): string {
  const { HOME } = process.env;
  // what `node:os` answers there, without the time to load it
  if (HOME && process.platform !== 'win32') return HOME;
  try {
    return process.getBuiltinModule('node:os').homedir();
  } catch {
    return '';
  }
}

/** @throws CrierError of kind usage: every path of the command line is relative to it */
export function getCurrentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw createUsageError(
      'the current folder is not there any more, or may not be read: change to another folder, and run it again',
    );
  }
}
