import type { Answer } from '../client/answer.ts';
import { CrierError } from '../errors.ts';
import type { Comment, CommentsDocument } from '../facts/comment.ts';
import type { LegError } from '../facts/comments.ts';
import type { Outcome } from './command.ts';
import { type CommentRow, commentRows } from './comment-rows.ts';
import { NOTHING } from './render/cell.ts';
import { failedLeg, UNNAMED } from './render/failed-leg.ts';
import type { Column } from './render/view.ts';
import { serviceTime } from './service-time.ts';

const COLUMNS: readonly Column<CommentRow>[] = [
  { name: 'platform', title: 'network', value: ({ comment }) => comment.platform, role: 'network', drop: 0 },
  { name: 'id', title: 'id', value: ({ comment }) => comment.id, role: 'id', dataOnly: true },
  { name: 'parentId', title: 'parent', value: ({ comment }) => comment.parentId, role: 'id', dataOnly: true },
  {
    name: 'author.id',
    title: 'author id',
    value: ({ comment }) => comment.author.id,
    role: 'id',
    dataOnly: true,
  },
  { name: 'author.name', title: 'name', value: ({ comment }) => comment.author.name, dataOnly: true },
  {
    name: 'author.handle',
    title: 'author',
    value: ({ comment }) => comment.author.handle,
    show: ({ comment }) => shownAuthor(comment),
    instead: () => NOTHING,
    role: 'name',
    drop: 1,
  },
  { name: 'author.url', title: 'author url', value: ({ comment }) => comment.author.url, dataOnly: true },
  {
    name: 'author.avatarUrl',
    title: 'avatar',
    value: ({ comment }) => comment.author.avatarUrl,
    dataOnly: true,
  },
  {
    name: 'text',
    title: 'comment',
    value: ({ comment }) => comment.text,
    instead: ({ comment }) => (isComment(comment) ? '' : '(not a comment)'),
    role: 'text',
    flexible: true,
  },
  { name: 'likes', title: 'likes', value: ({ comment }) => comment.likes, role: 'count', drop: 3 },
  { name: 'createdAt', title: 'when', value: ({ comment }) => comment.createdAt, role: 'time', drop: 2 },
  {
    name: 'replyCount',
    title: 'replies',
    value: ({ comment }) => comment.replyCount,
    role: 'count',
    dataOnly: true,
  },
  { name: 'url', title: 'url', value: ({ comment }) => comment.url, dataOnly: true },
  { name: 'extra', title: 'extra', value: ({ comment }) => comment.extra, dataOnly: true },
];

/** What to show of comments that were read. */
export interface CommentsShown {
  readonly document: CommentsDocument;
  readonly answer: Pick<Answer<unknown>, 'bytes' | 'headers'>;
  /** Lists replies as records of their own, also in JSON. */
  readonly flat: boolean;
  readonly allowPartial: boolean;
}

/** Comments as a list, and a failure beside them when some networks did not answer. */
export function commentsOutcome({ document, answer, flat, allowPartial }: CommentsShown): Outcome {
  const rows = commentRows(document.comments);
  const comments = flat ? rows.map(({ comment }) => ({ ...comment, replies: [] })) : document.comments;
  const failure =
    (document.errors.length > 0 || document.status !== 'success') && !allowPartial
      ? partialFailure(document)
      : undefined;
  return {
    view: {
      kind: 'list',
      document: { ...document, comments },
      key: 'comments',
      rows,
      columns: COLUMNS,
      record: ({ comment }: CommentRow) => comment,
      depth: ({ depth }: CommentRow) => (flat ? 0 : depth),
      empty: 'no comments yet',
    },
    raw: answer.bytes,
    ...serviceTime(answer),
    notes: allowPartial ? document.errors.map(legNote) : [],
    ...(failure === undefined ? {} : { failure }),
  };
}

function partialFailure({ errors, comments }: CommentsDocument): CrierError {
  const failed = errors.map((error) => failedLeg(error).platform || UNNAMED).join(', ');
  const answered = new Set(comments.map((comment) => comment.platform)).size;
  const [failedCount, answeredCount] = [networks(errors.length), networks(answered)];
  return new CrierError('partial', `${failedCount} failed: ${failed}`, {
    http: 200,
    errors,
    advice: `comments of ${answeredCount} are printed all the same; --allow-partial makes this exit 0`,
  });
}

function legNote(error: LegError): string {
  const { platform, code, words } = failedLeg(error);
  return `${platform || UNNAMED} failed: ${[code, words].filter((part) => part !== '').join(', ')}`;
}

function networks(count: number): string {
  return count === 1 ? '1 network' : `${count} networks`;
}

function shownAuthor({ author }: Comment): string {
  if (author.handle !== null) return `@${author.handle}`;
  return author.name ?? author.id ?? '';
}

/** A network can list what is no comment at all: such an entry has nothing that a comment has. */
function isComment({ id, text, createdAt, author }: Comment): boolean {
  return [id, text, createdAt, ...Object.values(author)].some((value) => value !== null);
}
