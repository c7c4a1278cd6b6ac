import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NAME = '.crier.json';

/**
 * Finds the project file of a folder: the nearest one, up to the repository's root; outside of a repository,
 * only the one in the folder itself.
 *
 * @returns null when there is none
 */
export function findProjectFile(folder: string): string | null {
  const files = listProjectFolders(folder).map((each) => join(each, NAME));
  return files.find((each) => existsSync(each)) ?? null;
}

function listProjectFolders(folder: string): readonly string[] {
  const upward = [...walkUpward(folder)];
  const root = upward.findIndex((each) => existsSync(join(each, '.git')));
  return upward.slice(0, root === -1 ? 1 : root + 1);
}

function* walkUpward(folder: string): Generator<string> {
  yield folder;
  const parent = dirname(folder);
  if (parent !== folder) yield* walkUpward(parent);
}
