import { isAbsolute, join } from 'node:path';
import { usageError } from '../errors.ts';
import type { World } from './world.ts';

/** Where the sandbox's data lives: `CRIER_STATE_DIR`, or the system's folder for such things. */
function stateFolder(world: Pick<World, 'env' | 'homeFolder' | 'platform'>): string {
  const { env, homeFolder, platform } = world;
  const own = env.CRIER_STATE_DIR;
  if (own !== undefined) return absolute('CRIER_STATE_DIR', own);
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'crier', 'state');
  const base =
    env.XDG_STATE_HOME && isAbsolute(env.XDG_STATE_HOME)
      ? env.XDG_STATE_HOME
      : join(homeFolder, '.local', 'state');
  return join(base, 'crier');
}

/** The database of the built-in sandbox. */
export function sandboxFile(world: Pick<World, 'env' | 'homeFolder' | 'platform'>): string {
  return join(stateFolder(world), 'sandbox', 'sandbox.db');
}

function absolute(name: string, folder: string): string {
  if (!isAbsolute(folder)) throw usageError(`${name} must be an absolute path, not "${folder}"`);
  return folder;
}
