import { dirname, isAbsolute, join } from 'node:path';
import { getPreviousLogPath } from '../disk/bounded-log.ts';
import type { FolderPlace } from '../disk/private-folder.ts';
import { createUsageError } from '../errors.ts';
import type { World } from './world.ts';

type Machine = Pick<World, 'env' | 'homeFolder' | 'platform'>;

/** Where this machine's settings live. */
export interface SettingsPlace extends FolderPlace {
  readonly file: string;
  /** What whoever writes holds meanwhile. */
  readonly lock: string;
}

/** Where the settings live: `CRIER_CONFIG_DIR`, or the system's folder for such things. */
export function settingsPlace(machine: Machine): SettingsPlace {
  const { env, platform } = machine;
  const own = env.CRIER_CONFIG_DIR;
  const folder =
    own === undefined
      ? systemFolder(env.XDG_CONFIG_HOME, platform === 'win32' ? env.APPDATA : undefined, () =>
          join(home(machine), '.config'),
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
export function stateFolder(machine: Machine): string {
  const { env, platform } = machine;
  const own = env.CRIER_STATE_DIR;
  if (own !== undefined) return absolute('CRIER_STATE_DIR', own);
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'crier', 'state');
  return systemFolder(env.XDG_STATE_HOME, undefined, () => join(home(machine), '.local', 'state'));
}

/** The folders of the sandbox's data, the outer one first, and the files in it that hold something. */
export function statePlaces(machine: Machine): {
  readonly folders: readonly FolderPlace[];
  readonly files: readonly string[];
} {
  const hasModes = machine.platform !== 'win32';
  const file = sandboxFile(machine);
  const isOurs = machine.env.CRIER_STATE_DIR === undefined;
  return {
    folders: [
      { folder: stateFolder(machine), isOurs, hasModes },
      { folder: dirname(file), isOurs: true, hasModes },
    ],
    files: [
      file,
      `${file}-wal`,
      `${file}-shm`,
      ...['server.json', 'server.lock'].map((name) => join(dirname(file), name)),
      serverLog(machine),
      getPreviousLogPath(serverLog(machine)),
    ],
  };
}

/** Where watches keep how far they have come. */
export function watchPlace(machine: Machine): FolderPlace {
  return {
    folder: join(stateFolder(machine), 'watch'),
    isOurs: true,
    hasModes: machine.platform !== 'win32',
  };
}

/** Where the server of the sandbox writes its faults. */
export function serverLog(machine: Machine): string {
  return join(dirname(sandboxFile(machine)), 'server.log');
}

/** The database of the built-in sandbox. */
export function sandboxFile(machine: Machine): string {
  return join(stateFolder(machine), 'sandbox', 'sandbox.db');
}

function systemFolder(xdg: string | undefined, windows: string | undefined, otherwise: () => string): string {
  return join(windows || (xdg && isAbsolute(xdg) ? xdg : otherwise()), 'crier');
}

/** An empty one would put keys into whatever folder the program is started in. */
function home({ homeFolder }: Machine): string {
  if (isAbsolute(homeFolder)) return homeFolder;
  const found = homeFolder === '' ? 'empty' : `"${homeFolder}"`;
  throw createUsageError(
    `the home folder must be an absolute path, and it is ${found}`,
    'set HOME, or CRIER_CONFIG_DIR and CRIER_STATE_DIR',
  );
}

function absolute(name: string, folder: string): string {
  if (folder === '') throw createUsageError(`${name} is set but empty`, `unset ${name}, or give it a folder`);
  if (!isAbsolute(folder)) throw createUsageError(`${name} must be an absolute path, not "${folder}"`);
  return folder;
}
