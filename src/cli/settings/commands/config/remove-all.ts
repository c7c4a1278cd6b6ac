import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { World } from '../../../../world.ts';
import { getSettingsPaths, getStateFolder } from '../../../context/paths.ts';

type RemovalContext = Pick<World, 'env' | 'homeFolder' | 'platform'>;

/** A folder in which crier keeps files. */
export interface OwnFolder {
  readonly folder: string;
  readonly contents: string;
  /** The entries in it that crier made; a folder that a user chose may hold other files. */
  readonly entries: readonly string[];
}

/** The three folders: settings, the sandbox's data, and compiled code. Those that do not exist have no entries. */
export function listOwnFolders(machine: RemovalContext): readonly OwnFolder[] {
  const cache = findCacheFolder(machine);
  return [
    {
      folder: getSettingsPaths(machine).folder,
      contents: 'settings and keys',
      isOwn: (name: string) => /^config\.(?:json|lock|corrupt-)/.test(name),
    },
    {
      folder: getStateFolder(machine),
      contents: 'data of the sandbox, positions of watches',
      isOwn: (name: string) => name === 'sandbox' || name === 'watch',
    },
    ...(cache === null
      ? []
      : [{ folder: cache, contents: 'compiled code', isOwn: (name: string) => name === 'compiled' }]),
  ].map(({ folder, contents, isOwn }) => ({
    folder,
    contents,
    entries: existsSync(folder) ? readdirSync(folder).filter(isOwn) : [],
  }));
}

/** Removes the entries, and the folder when nothing else is in it. */
export function removeOwnFolder({ folder, entries }: OwnFolder): void {
  for (const name of entries) rmSync(join(folder, name), { recursive: true, force: true });
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Where bin/code-cache.cjs keeps compiled code; null where it keeps none. */
function findCacheFolder({ env, homeFolder }: RemovalContext): string | null {
  const base = env.XDG_CACHE_HOME || join(homeFolder, '.cache');
  return isAbsolute(base) ? join(base, 'crier') : null;
}
