import { lstatSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { createUsageError } from '../../errors.ts';
import { explainFileFault } from '../../storage/explain-file-fault.ts';
import { INPUT_LIMITS } from '../../storage/input-limits.ts';
import { findProjectFile } from '../context/find-project-file.ts';
import { SettingName } from './settings.ts';

const ProjectChoice = z.lazy(() =>
  z.strictObject({ context: SettingName.optional(), profile: SettingName.optional() }),
);

/** The context and profile that a project file names. */
export interface Project extends z.infer<typeof ProjectChoice> {
  readonly file: string;
}

/**
 * Reads the project file of a folder. It can only name what is saved on this machine: a repository must not
 * decide about addresses and keys.
 *
 * @throws CrierError `usage` when it contains anything else
 * @see docs/command-line.md#flags
 * @see docs/safety.md#C3
 */
export function readProject(folder: string): Project | null {
  const file = findProjectFile(folder);
  if (file === null) return null;
  const choice = ProjectChoice.safeParse(readJson(file));
  if (choice.success) return { ...choice.data, file };
  throw createUsageError(
    `${file} may only contain the names of a context and a profile`,
    'write it as {"context": "work", "profile": "acme"}, with one or both of them',
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
