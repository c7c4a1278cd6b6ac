import { lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import { runFileOperation } from '../../../storage/explain-file-fault.ts';
import { makeFolders } from '../../../storage/make-folders.ts';
import { writeShared } from '../../../storage/swap-file.ts';
import { isUnedited, normalizeLines } from './skill-text.ts';

/**
 * Decides what is to be done with each file, before anything is written.
 *
 * @throws CrierError of kind usage where a person edited one of them
 */
export function planInstallation(
  files: readonly { file: string; readers: string }[],
  skill: string,
): readonly { file: string; readers: string; change: 'created' | 'updated' | 'unchanged' }[] {
  const found = files.map((each) => ({ ...each, before: readInstalled(each.file) }));
  const edited = found.filter(({ before }) => before !== null && !isUnedited(before)).map(({ file }) => file);
  if (edited.length > 0)
    throw createUsageError(
      `${joinWithAnd(edited)} ${edited.length === 1 ? 'was' : 'were'} edited: nothing was written`,
      `move it away and run the command again, or choose other hosts with --for`,
    );
  return found.map(({ before, ...each }) => ({
    ...each,
    change: before === null ? 'created' : normalizeLines(before) === skill ? 'unchanged' : 'updated',
  }));
}

/** @returns null where there is no such file */
function readInstalled(file: string): string | null {
  const what = `cannot read ${file}`;
  const hasName = runFileOperation(what, () => lstatSync(file, { throwIfNoEntry: false }) !== undefined);
  if (!hasName) return null;
  return runFileOperation(what, () => {
    if (!statSync(file).isFile()) throw createUsageError(`${file} is not a plain file`, 'move it away');
    return readFileSync(file, 'utf8');
  });
}

export async function writeSkill(file: string, skill: string): Promise<void> {
  const folder = dirname(file);
  runFileOperation(`cannot create ${folder}`, () => makeFolders(folder));
  await writeShared(file, skill);
}
