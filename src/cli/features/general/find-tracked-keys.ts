import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CrierError } from '../../../errors.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { SECRET_VARIABLES } from '../../framework/output/text/known-secrets.ts';
import { listSavedSecrets } from '../../framework/settings/secrets.ts';
import type { SavedSettings } from '../../framework/settings/settings.ts';

/** Shorter texts could be ordinary words. */
const SHORTEST_KEY = 8;
const MOST_FILES = 1_000;

/** An assignment of a secret variable, as files of environments have it. */
const ASSIGNMENT = `(${SECRET_VARIABLES.join('|')})["' ]*[=:] *["']?[A-Za-z0-9_+/=.-]{16,}`;

/** Files that contain a key of this machine, and others that look as if they had one. */
interface TrackedKeys {
  readonly known: readonly string[];
  readonly likely: readonly string[];
}

/**
 * Finds keys in the files that git tracks in the repository of this folder; null without a repository, or without git.
 * Keys are given to git on stdin, since every user of a machine can read a command line.
 */
export async function findTrackedKeys(settings: SavedSettings, io: IoPort): Promise<TrackedKeys | null> {
  const { folder, env } = io.machine;
  if (!isInRepository(folder)) return null;
  const keys = [...listSavedSecrets(settings), ...SECRET_VARIABLES.map((name) => env[name] ?? '')];
  const patterns = [...new Set(keys)].filter((key) => key.length >= SHORTEST_KEY && !key.includes('\n'));
  try {
    const known = patterns.length === 0 ? [] : await grep(['-F', '-f', '-'], patterns.join('\n'), io);
    const likely = await grep(['-I', '-E', '-f', '-'], ASSIGNMENT, io);
    if (known === null || likely === null) return null;
    return { known, likely: likely.filter((file) => !known.includes(file)) };
  } catch (error) {
    if (error instanceof CrierError && error.kind === 'usage') return null; // there is no git
    throw error;
  }
}

/** @returns the names of files; null when git cannot search here */
async function grep(flags: readonly string[], input: string, io: IoPort): Promise<readonly string[] | null> {
  const files: string[] = [];
  const search = ['-C', io.machine.folder, '-c', 'core.quotePath=false', 'grep', '-l', '--full-name'];
  const exitCode = await io.runWithInput(['git', ...search, ...flags, '--', ':/'], {
    input: new TextEncoder().encode(`${input}\n`),
    env: {},
    signal: io.signal,
    onLine: async (line) => {
      if (files.length < MOST_FILES) files.push(line);
    },
  });
  if (exitCode === 0) return files;
  return exitCode === NOTHING_FOUND ? [] : null;
}

const NOTHING_FOUND = 1;

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInRepository(parent);
}
