import { lstatSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { explainFileFault } from '../../disk/explain-file-fault.ts';
import { INPUT_LIMITS } from '../../disk/input-limits.ts';
import { createUsageError } from '../../errors.ts';
import { findProjectFile } from './find-project-file.ts';
import { SettingName } from './settings.ts';

const ProjectChoice = z.lazy(() =>
  z.strictObject({ context: SettingName.optional(), profile: SettingName.optional() }),
);

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
 * @see docs/command-line.md#flags
 * @see docs/safety.md#C3
 */
export function readProject(folder: string): Project | null {
  const file = findProjectFile(folder);
  if (file === null) return null;
  const choice = ProjectChoice.safeParse(readJson(file));
  if (choice.success) return { ...choice.data, file };
  throw createUsageError(
    `${file} holds something else than the names of a context and a profile`,
    'it looks like {"context": "work", "profile": "acme"}, with both or one of them',
  );
}

function readJson(file: string): unknown {
  try {
    const found = lstatSync(file);
    if (!found.isFile() || found.size > INPUT_LIMITS.project) return null;
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw explainFileFault(`cannot read ${file}`, error, 'move it away');
  }
}
