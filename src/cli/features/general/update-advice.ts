import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { World } from '../../../world.ts';

/** How users of a checkout call this program: they update it with git. */
export const IN_CHECKOUT = 'npm start --';

/**
 * What to do to get the newest version: a command, where it is known.
 *
 * @param programName how the user calls this program
 */
export function adviseUpdate(
  { env, platform }: Pick<World, 'env' | 'platform'>,
  programName: string,
): string {
  if (programName.startsWith('npx ')) return 'npx crier-cli@latest';
  const npm = platform === 'win32' ? 'npm.cmd' : 'npm';
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const hasNpm = folders.some((folder) => existsSync(join(folder, npm)));
  return hasNpm ? 'npm install -g crier-cli@latest' : 'install crier-cli@latest with your package manager';
}
