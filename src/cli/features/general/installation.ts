import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../../../world.ts';

/** What put this program where it is, and so what replaces it by a newer one. */
export const INSTALLERS = [
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'volta',
  'npx',
  'project',
  'homebrew',
  'scoop',
  'container',
  'binary',
  'checkout',
  'unknown',
] as const;

export interface Installation {
  readonly by: (typeof INSTALLERS)[number];
  /** The file that runs. */
  readonly file: string;
  /** Null where there is no one command. */
  readonly command: string | null;
  /** The command, or what to do in a few words. */
  readonly advice: string;
}

/** What the recipe of our image sets, so that a copy of the executable in another image is not taken for it. */
const IMAGE_VARIABLE = 'CRIER_IMAGE';
const RELEASES = 'https://github.com/crier-cli/crier/releases/latest';

/** Folders of package managers, most particular first: what is in the path of the file says who put it there. */
const PLACES = [
  [/\/_npx\//, 'npx', 'npx crier-cli@latest'],
  [/\/dlx-?\w*\//, 'npx', 'pnpm dlx crier-cli@latest'],
  [/\/Cellar\/crier\//, 'homebrew', 'brew upgrade crier'],
  [/\/apps\/crier\//i, 'scoop', 'scoop update crier'],
  [/\/pnpm\/global\//i, 'pnpm', 'pnpm add --global crier-cli@latest'],
  [/\/yarn\/(?:data\/)?global\//i, 'yarn', 'yarn global add crier-cli@latest'],
  [/\/\.bun\/install\/global\//, 'bun', 'bun add --global crier-cli@latest'],
  [/\/\.?volta\/tools\/image\/packages\//i, 'volta', 'volta install crier-cli@latest'],
] as const;

/** Lock files of a project, and the command of what writes them. */
const LOCK_FILES = [
  ['pnpm-lock.yaml', 'pnpm add crier-cli@latest'],
  ['yarn.lock', 'yarn add crier-cli@latest'],
  ['bun.lock', 'bun add crier-cli@latest'],
] as const;

/** Finds out how this program was installed, from where its file is, without running anything. */
export function findInstallation({ env, platform, program: { file, isSingle } }: Machine): Installation {
  const path = file.replaceAll('\\', '/');
  const place = PLACES.find(([pattern]) => pattern.test(path));
  if (place !== undefined) return { by: place[1], file, command: place[2], advice: place[2] };
  if (isSingle) return findSource(file, env[IMAGE_VARIABLE]);
  const folder = path.split('/node_modules/')[0] ?? path;
  if (folder === path) return findCheckout(file, join(file, '..', '..'));
  if (existsSync(join(folder, 'package.json'))) return describeProject(file, folder);
  const isGlobal = platform === 'win32' || folder.endsWith('/lib');
  const command = isGlobal ? 'npm install -g crier-cli@latest' : null;
  const advice = command ?? `upgrade crier-cli with what installed it in ${folder}`;
  return { by: isGlobal ? 'npm' : 'unknown', file, command, advice };
}

function findSource(file: string, image: string | undefined): Installation {
  if (image === undefined || image === '') {
    const advice = `put the executable of ${RELEASES} in the place of ${file}`;
    return { by: 'binary', file, command: null, advice };
  }
  const command = `docker pull ${image}:latest`;
  return { by: 'container', file, command, advice: `${command}, and create the container again` };
}

function findCheckout(file: string, folder: string): Installation {
  if (!existsSync(join(folder, 'scripts', 'prepare.cjs')))
    return { by: 'unknown', file, command: null, advice: `get it from where ${file} came from` };
  const command = `git -C ${folder} pull`;
  return { by: 'checkout', file, command, advice: command };
}

function describeProject(file: string, folder: string): Installation {
  const lock = LOCK_FILES.find(([name]) => existsSync(join(folder, name)));
  const command = lock?.[1] ?? 'npm install crier-cli@latest';
  return { by: 'project', file, command, advice: `${command}, in ${folder}` };
}
