import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { usageError } from '../../errors.ts';
import { SettingName } from './settings.ts';

const NAME = '.crier.json';
const LARGEST_BYTES = 4096;

const ProjectChoice = z.strictObject({ context: SettingName.optional(), profile: SettingName.optional() });

/** What a project says: which of this machine's contexts, and which of its profiles. */
export interface Project extends z.infer<typeof ProjectChoice> {
  readonly file: string;
}

/**
 * Reads the file of the project that the program was started in: the nearest one, upward to the repository's root;
 * outside of a repository, the one in the folder itself. It only names what is saved on this machine: whoever wrote
 * it gets no say over addresses and keys.
 *
 * @throws CrierError `usage` when it holds anything else
 * @see the command line's contract, "Flags"; safety.md, C3
 */
export function readProject(folder: string): Project | null {
  const file = projectFolders(folder)
    .map((each) => join(each, NAME))
    .find((each) => existsSync(each));
  if (file === undefined) return null;
  const choice = ProjectChoice.safeParse(readJson(file));
  if (choice.success) return { ...choice.data, file };
  throw usageError(
    `${file} holds something else than the names of a context and a profile`,
    'it looks like {"context": "work", "profile": "acme"}, with both or one of them',
  );
}

function projectFolders(folder: string): readonly string[] {
  const upward = [...withParents(folder)];
  const root = upward.findIndex((each) => existsSync(join(each, '.git')));
  return upward.slice(0, root === -1 ? 1 : root + 1);
}

function* withParents(folder: string): Generator<string> {
  yield folder;
  const parent = dirname(folder);
  if (parent !== folder) yield* withParents(parent);
}

function readJson(file: string): unknown {
  const found = lstatSync(file);
  if (!found.isFile() || found.size > LARGEST_BYTES) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
