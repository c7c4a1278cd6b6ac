import type { PostFault } from '../../domain/posts/post-fault.ts';
import type { PositionedMessage } from '../files/file-position.ts';
import type { FileEntry, RecordsFile } from '../files/records-file.ts';
import type { PostProblem } from './check-document.ts';
import { findOfflineFaults, type OfflineFaults } from './find-offline-faults.ts';
import { parsePath } from './refuse-post.ts';

/** Lists the problems of a post from flags. */
export function listPostProblems(faults: OfflineFaults): readonly PostProblem[] {
  return listFaults(faults).map((fault) => ({ ...NO_PLACE, ...toProblem(fault) }));
}

const NO_PLACE = { file: null, line: null, column: null, post: null } as const;

/** Lists the problems of posts in files, in the order of the files. @param now in milliseconds since 1970 */
export function listFileProblems(files: readonly RecordsFile[], now: number): readonly PostProblem[] {
  return files.flatMap((file) => {
    const problems = [
      ...file.faults.map((words) => toSyntaxProblem(file.name, words, 'request')),
      ...file.warnings.map((words) => toSyntaxProblem(file.name, words, 'warning')),
      ...file.entries.flatMap((entry, at) =>
        listFaults(findOfflineFaults(entry.value, now)).map((fault) => ({
          file: file.name,
          ...locate(entry, fault),
          post: at + 1,
          ...toProblem(fault),
        })),
      ),
    ];
    return problems.toSorted(
      (one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0),
    );
  });
}

function listFaults({ unusable, refused, warnings }: OfflineFaults): readonly PostFault[] {
  return [...unusable, ...refused, ...warnings];
}

function toProblem({ platform, effect, code, path, message }: PostFault) {
  return { platform, effect, code, path, message };
}

function locate(entry: FileEntry, { path }: PostFault) {
  return entry.placeOf(parsePath(path));
}

function toSyntaxProblem(
  file: string,
  { line, column, words }: PositionedMessage,
  effect: PostProblem['effect'],
): PostProblem {
  return { file, line, column, post: null, platform: null, effect, code: null, path: '', message: words };
}
