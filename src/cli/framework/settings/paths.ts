import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { createUsageError } from '../../../errors.ts';
import { getPreviousLogPath } from '../../../storage/bounded-log.ts';
import type { FolderPlace } from '../../../storage/private-files.ts';
import type { World } from '../../../world.ts';

type PathSource = Pick<World, 'env' | 'homeFolder' | 'platform'>;

export interface SettingsPaths extends FolderPlace {
  readonly file: string;
  /** Lock file that writers hold. */
  readonly lock: string;
}

/** Paths of the settings: in `CRIER_CONFIG_DIR`, or in the system's configuration folder. */
export function getSettingsPaths(machine: PathSource): SettingsPaths {
  const { env, platform } = machine;
  const own = env.CRIER_CONFIG_DIR;
  const folder =
    own === undefined
      ? getSystemFolder(env.XDG_CONFIG_HOME, platform === 'win32' ? env.APPDATA : undefined, () =>
          join(requireHomeFolder(machine), '.config'),
        )
      : requireAbsolutePath('CRIER_CONFIG_DIR', own);
  return {
    folder,
    file: join(folder, 'config.json'),
    lock: join(folder, 'config.lock'),
    isOurs: own === undefined,
    hasModes: platform !== 'win32',
  };
}

/** The folder of state such as the sandbox's data: `CRIER_STATE_DIR`, or in the system's state folder. */
export function getStateFolder(machine: PathSource): string {
  const { env, platform } = machine;
  const own = env.CRIER_STATE_DIR;
  if (own !== undefined) return requireAbsolutePath('CRIER_STATE_DIR', own);
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'crier', 'state');
  return getSystemFolder(env.XDG_STATE_HOME, undefined, () =>
    join(requireHomeFolder(machine), '.local', 'state'),
  );
}

/** The folder of compiled code, as `bin/code-cache.cjs` chooses it; null where there is none. */
export function getCacheFolder({ env }: Pick<PathSource, 'env'>): string | null {
  const home = env.XDG_CACHE_HOME || (env.HOME && join(env.HOME, '.cache'));
  return home && isAbsolute(home) ? join(home, 'crier') : null;
}

/** Folders of the sandbox's data, outermost first, and its files. */
export function getStatePaths(machine: PathSource): {
  readonly folders: readonly FolderPlace[];
  readonly files: readonly string[];
} {
  const hasModes = machine.platform !== 'win32';
  const file = getSandboxFile(machine);
  const isOurs = machine.env.CRIER_STATE_DIR === undefined;
  return {
    folders: [
      { folder: getStateFolder(machine), isOurs, hasModes },
      { folder: dirname(file), isOurs: true, hasModes },
    ],
    files: [
      file,
      `${file}-wal`,
      `${file}-shm`,
      ...['server.json', 'server.lock'].map((name) => join(dirname(file), name)),
      getServerLogFile(machine),
      getPreviousLogPath(getServerLogFile(machine)),
    ],
  };
}

/** The folder of the cursors of `comments watch`. */
export function getWatchFolder(machine: PathSource): FolderPlace {
  return {
    folder: join(getStateFolder(machine), 'watch'),
    isOurs: true,
    hasModes: machine.platform !== 'win32',
  };
}

/** The folder of the archives of `comments export`. */
export function getArchiveFolder(machine: PathSource): string {
  return join(getStateFolder(machine), 'archives');
}

/** The inbox of `hooks listen`. @param ofSandbox a sandbox's deliveries are kept apart */
export function getInboxFile(machine: PathSource, ofSandbox: boolean): string {
  return join(getStateFolder(machine), 'receiver', ofSandbox ? 'sandbox.db' : 'inbox.db');
}

export function getServerLogFile(machine: PathSource): string {
  return join(dirname(getSandboxFile(machine)), 'server.log');
}

export function getSandboxFile(machine: PathSource): string {
  return join(getStateFolder(machine), 'sandbox', 'sandbox.db');
}

function getSystemFolder(
  xdg: string | undefined,
  windows: string | undefined,
  otherwise: () => string,
): string {
  return join(windows || (xdg && isAbsolute(xdg) ? xdg : otherwise()), 'crier');
}

/** An empty home folder would put keys into the current folder. */
function requireHomeFolder({ homeFolder }: PathSource): string {
  if (isAbsolute(homeFolder)) return homeFolder;
  const found = homeFolder === '' ? 'empty' : `"${homeFolder}"`;
  throw createUsageError(
    `the home folder must be an absolute path, not ${found}`,
    'set HOME, or CRIER_CONFIG_DIR and CRIER_STATE_DIR',
  );
}

function requireAbsolutePath(name: string, folder: string): string {
  if (folder === '')
    throw createUsageError(`${name} is set but empty`, `unset ${name}, or set it to a folder`);
  if (!isAbsolute(folder)) throw createUsageError(`${name} must be an absolute path, not "${folder}"`);
  return folder;
}

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

/** The root of the repository that a folder is in; outside of a repository, the folder itself. */
export function findProjectRoot(folder: string): string {
  return listProjectFolders(folder).at(-1) ?? folder;
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
