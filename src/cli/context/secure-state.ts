import { checkPrivateFile } from '../../storage/private-file.ts';
import { checkPrivateFolder } from '../../storage/private-files.ts';
import type { World } from '../../world.ts';
import { getStatePaths } from './paths.ts';

/**
 * Restricts the sandbox's existing files and folders to their owner.
 *
 * @returns a sentence for each problem that was fixed, or has to be
 * @throws CrierError `usage` when a folder is a symbolic link
 * @see docs/safety.md#C5, #D9
 */
export function secureStateFolder(
  machine: Pick<World, 'env' | 'homeFolder' | 'platform'>,
): readonly string[] {
  const { folders, files } = getStatePaths(machine);
  const warnings: string[] = [];
  for (const place of folders) {
    const found = checkPrivateFolder(place);
    if (found === null) return warnings;
    warnings.push(...found);
  }
  return folders.every(({ hasModes }) => hasModes)
    ? [...warnings, ...files.flatMap(checkPrivateFile)]
    : warnings;
}
