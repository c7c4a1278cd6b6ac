import { isAbsolute, join } from 'node:path';
import { usageError } from '../errors.ts';
import type { World } from './world.ts';

type Machine = Pick<World, 'env' | 'homeFolder' | 'platform'>;

/** Where this machine's settings live. */
export interface SettingsPlace {
  readonly folder: string;
  readonly file: string;
  /** What whoever writes holds meanwhile. */
  readonly lock: string;
  /** The folder is crier's own, and not one that the user chose. */
  readonly isOurs: boolean;
  /** The system has modes: Windows protects a profile by access lists instead. */
  readonly hasModes: boolean;
}

/** Where the settings live: `CRIER_CONFIG_DIR`, or the system's folder for such things. */
export function settingsPlace(machine: Machine): SettingsPlace {
  const { env, homeFolder, platform } = machine;
  const own = env.CRIER_CONFIG_DIR;
  const folder =
    own === undefined
      ? systemFolder(
          env.XDG_CONFIG_HOME,
          platform === 'win32' ? env.APPDATA : undefined,
          join(homeFolder, '.config'),
        )
      : absolute('CRIER_CONFIG_DIR', own);
  return {
    folder,
    file: join(folder, 'config.json'),
    lock: join(folder, 'config.lock'),
    isOurs: own === undefined,
    hasModes: platform !== 'win32',
  };
}

/** Where the sandbox's data lives: `CRIER_STATE_DIR`, or the system's folder for such things. */
export function stateFolder({ env, homeFolder, platform }: Machine): string {
  const own = env.CRIER_STATE_DIR;
  if (own !== undefined) return absolute('CRIER_STATE_DIR', own);
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'crier', 'state');
  return systemFolder(env.XDG_STATE_HOME, undefined, join(homeFolder, '.local', 'state'));
}

/** The database of the built-in sandbox. */
export function sandboxFile(machine: Machine): string {
  return join(stateFolder(machine), 'sandbox', 'sandbox.db');
}

function systemFolder(xdg: string | undefined, windows: string | undefined, otherwise: string): string {
  return join(windows || (xdg && isAbsolute(xdg) ? xdg : otherwise), 'crier');
}

function absolute(name: string, folder: string): string {
  if (folder === '') throw usageError(`${name} is set but empty`, `unset ${name}, or give it a folder`);
  if (!isAbsolute(folder)) throw usageError(`${name} must be an absolute path, not "${folder}"`);
  return folder;
}
