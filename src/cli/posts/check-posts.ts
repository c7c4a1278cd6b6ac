import type { PostFault } from '../../rules/post-fault.ts';
import type { PlacedWords } from '../files/file-place.ts';
import type { FileEntry, RecordsFile } from '../files/records-file.ts';
import type { PostProblem } from './check-document.ts';
import { type OfflineFaults, offlineFaults } from './offline-faults.ts';
import { pathOf } from './refuse-post.ts';

/** Everything that is wrong with a post that flags say. */
export function postProblems(faults: OfflineFaults): readonly PostProblem[] {
  return allOf(faults).map((fault) => ({ ...NOWHERE, ...told(fault) }));
}

const NOWHERE = { file: null, line: null, column: null, post: null } as const;

/**
 * Everything that is wrong in files of posts, in the files' order.
 *
 * @param now in milliseconds since 1970
 */
export function filesProblems(files: readonly RecordsFile[], now: number): readonly PostProblem[] {
  return files.flatMap((file) => {
    const problems = [
      ...file.faults.map((words) => ofWriting(file.name, words, 'request')),
      ...file.warnings.map((words) => ofWriting(file.name, words, 'warning')),
      ...file.entries.flatMap((entry, at) =>
        allOf(offlineFaults(entry.value, now)).map((fault) => ({
          file: file.name,
          ...placeOf(entry, fault),
          post: at + 1,
          ...told(fault),
        })),
      ),
    ];
    return problems.toSorted(
      (one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0),
    );
  });
}

function allOf({ unusable, refused, warnings }: OfflineFaults): readonly PostFault[] {
  return [...unusable, ...refused, ...warnings];
}

function told({ platform, effect, code, path, message }: PostFault) {
  return { platform, effect, code, path, message };
}

function placeOf(entry: FileEntry, { path }: PostFault) {
  return entry.placeOf(pathOf(path));
}

function ofWriting(
  file: string,
  { line, column, words }: PlacedWords,
  effect: PostProblem['effect'],
): PostProblem {
  return { file, line, column, post: null, platform: null, effect, code: null, path: '', message: words };
}
