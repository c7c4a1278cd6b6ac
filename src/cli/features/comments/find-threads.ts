import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { Comment } from './comment.ts';

/** The thread of each comment, oldest first: all comments that lead to one comment on the post. */
export function findThreads(all: readonly Comment[]): ReadonlyMap<Comment, readonly Comment[]> {
  const known = new Map(all.map((each) => [each.id, each]));
  const findFirst = (comment: Comment) => {
    let first = comment;
    for (const seen = new Set<Comment>(); first.parentId !== null && !seen.has(first); ) {
      seen.add(first); // parents can form a cycle
      first = known.get(first.parentId) ?? first;
    }
    return first;
  };
  const timeOf = ({ createdAt }: Comment) => readTimestamp(createdAt).ms ?? 0;
  const threads = Map.groupBy(all, findFirst);
  return new Map(
    [...threads].flatMap(([first, found]) => {
      const rest = found.filter((each) => each !== first);
      const thread = [first, ...rest.toSorted((one, other) => timeOf(one) - timeOf(other))];
      return found.map((each) => [each, thread] as const);
    }),
  );
}

/** Comments and the replies below them, each before its replies. */
export function* listAll(comments: Iterable<Comment>): Generator<Comment> {
  for (const comment of comments) {
    yield comment;
    yield* listAll(comment.replies);
  }
}

/** The thread that a comment is in, oldest first, each without the replies below it; empty if there is no such comment. */
export function selectThread(comments: Iterable<Comment>, id: string): readonly Comment[] {
  const all = [...listAll(comments)];
  const found = all.find((comment) => comment.id === id);
  const thread = found === undefined ? [] : (findThreads(all).get(found) ?? []);
  return thread.map((comment) => ({ ...comment, replies: [] }));
}
