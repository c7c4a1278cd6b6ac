import { getCommentFacts } from '../../../domain/comments/comment-sources.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { type CommandOutcome, getServiceTime } from '../../framework/command/command.ts';
import type { IoPort } from '../../framework/command/io.ts';
import type { Finder } from '../../framework/input/flags/find-flags.ts';
import { createPartialFailure, listUnreadNotes } from '../../framework/many/failures.ts';
import { NOTHING } from '../../framework/output/cell.ts';
import type { ListMeta } from '../../framework/output/list-meta.ts';
import type { ReferenceTarget } from '../../framework/output/reference.ts';
import { buildListMeta, type Column, type ListView } from '../../framework/output/view.ts';
import type { Comment } from './comment.ts';
import type { CommentsInParts, CommentsReadRequest } from './read-comments.ts';

/** How a list of comments was cut. Its count is known when all comments were selected. */
export interface CommentsCut {
  /** Maximum number for each id. */
  limit: number;
  countHidden(): number;
}

/** The `meta` of a list of comments, when all of them were selected. */
export function buildCommentsMeta(cut: CommentsCut | undefined): ListMeta {
  return buildListMeta({ limit: cut?.limit ?? null, hasMore: cut !== undefined && cut.countHidden() > 0 });
}

/** Says that a list was cut. */
export function listCutNotes(cut: CommentsCut | undefined): readonly string[] {
  const hidden = cut?.countHidden() ?? 0;
  return hidden === 0 ? [] : [`${formatCount(hidden, 'more comment')}: raise -n to see more`];
}

/** Said in place of comments, where they could be read. */
export function describeNoComments(finder: CommentFinder | undefined): string {
  return finder?.hasFilter === true ? 'no comment matches' : 'no comments yet';
}

/** What selects comments: by their text and author, or by `--since` and `--unanswered`. */
export interface CommentFinder extends Pick<Finder, 'isActive' | 'count' | 'showMatches'> {
  /** Whether any of these flags is given. */
  hasFilter: boolean;
}

/** Comments per batch. */
const BATCH = 256;

/** Which comments to list, and how. */
export interface CommentsListing {
  /** With a file of ids, the document is that of several, also for one. */
  idsFrom: string | undefined;
  /** Maximum number of concurrent requests. */
  concurrency: number;
  /** What is read of an id. */
  toRequest(id: string): CommentsReadRequest;
  /** Selects the comments of an id. */
  select(comments: Iterable<Comment>, id: string): Iterable<Comment>;
  /** Whether each comment is selected by itself, so that nothing of it is needed when the next is read. */
  selectsEach: boolean;
  /** Sorts and cuts what was selected of an id, where that is not done by `select`. */
  arrange?: (parts: AsyncIterable<Iterable<Comment>>) => AsyncIterable<Iterable<Comment>>;
  cut?: CommentsCut | undefined;
  /** Its count is known when all comments were selected. */
  finder?: CommentFinder;
  /** Lists replies as separate records, also in JSON. */
  flat: boolean;
  allowPartial: boolean;
}

/** Builds a list of comments, with a failure when some networks did not respond. */
export function buildCommentsOutcome(
  requestedId: string,
  { parts, answer, envelope, isLong }: CommentsInParts,
  shown: CommentsListing & { io: IoPort },
): CommandOutcome {
  const { select, allowPartial, io, cut, finder } = shown;
  const answered = new Set<string>();
  const counter = createCommentCounter(io.printing);
  const columns = buildReadColumns(() => requestedId, finder);
  async function* readBatches(): AsyncGenerator<readonly Comment[]> {
    for await (const batch of batchComments(parts, (part) => select(part, requestedId), shown.arrange)) {
      for (const comment of batch) {
        answered.add(comment.platform);
        counter.add(comment);
      }
      yield batch;
    }
  }
  return {
    view: {
      kind: 'stream',
      live: isLong,
      showsEmpty: true,
      batches: readBatches(),
      // they come from the batches above
      list: (some) =>
        buildCommentList(some as readonly Comment[], { envelope: envelope(), columns, ...shown }),
    },
    ...(answer.bytes !== undefined && { raw: answer.bytes }),
    ...getServiceTime(answer),
    finish() {
      const { errors, status } = envelope();
      const isPartial = (errors.length > 0 || status !== 'success') && !allowPartial;
      return {
        notes: [
          ...(allowPartial ? listUnreadNotes(errors, null) : []),
          ...counter.notes(),
          ...listCutNotes(cut),
        ],
        searched: finder?.count(),
        ...(isPartial && { failure: createPartialFailure(errors, answered) }),
      };
    },
  };
}

/**
 * Selects comments as they arrive, in batches; the last one may be empty. X lists a conversation flat: all of it must be read
 * before replies can be placed below their parents.
 */
export async function* batchComments(
  parts: AsyncIterable<Iterable<Comment>>,
  select: (comments: Iterable<Comment>) => Iterable<Comment>,
  arrange: NonNullable<CommentsListing['arrange']> = (selected) => selected,
): AsyncGenerator<readonly Comment[]> {
  async function* selectParts(): AsyncGenerator<Iterable<Comment>> {
    for await (const part of parts) yield select(part);
  }
  let batch: Comment[] = [];
  for await (const part of arrange(selectParts()))
    for (const comment of part) {
      batch.push(comment);
      if (batch.length < BATCH || getCommentFacts(comment.platform)?.isFlat) continue;
      yield batch;
      batch = [];
    }
  yield batch;
}

/** From this number on, a table of comments is followed by their number. */
const MANY_COMMENTS = 100;

/** Counts comments and their replies, for the line below a long table. */
export function createCommentCounter({ format, isTerminal }: IoPort['printing']) {
  let [all, replies] = [0, 0];
  const add = (comment: Comment) => {
    all += 1;
    if (comment.parentId !== null) replies += 1;
    for (const reply of comment.replies) add(reply);
  };
  return {
    add,
    /** Empty for few comments, and where a program reads. */
    notes(): readonly string[] {
      if (format !== 'table' || !isTerminal || all < MANY_COMMENTS) return [];
      const among = replies === 0 ? '' : `, of which ${formatCount(replies, 'is a reply', 'are replies')}`;
      return [`${formatCount(all, 'comment')}${among}`];
    },
  };
}

function buildCommentList(
  comments: readonly Comment[],
  {
    envelope: { errors, ...head },
    columns,
    flat,
    cut,
    finder,
    io,
  }: CommentsListing & {
    envelope: ReturnType<CommentsInParts['envelope']>;
    columns: ListView<unknown>['columns'];
    io: IoPort;
  },
): ListView<unknown> {
  const { format } = io.printing;
  // JSON has only the records; a getter that flattens them on demand would keep each batch in memory
  const rows = flat || (format !== 'json' && format !== 'ndjson') ? flattenComments(comments) : [];
  const records = flat ? rows.map(({ comment }) => ({ ...comment, replies: [] })) : comments;
  return {
    kind: 'list',
    document: { ...head, comments: records, errors, meta: buildCommentsMeta(cut) },
    key: 'comments',
    rows,
    columns,
    record: (row) => (row as CommentTableRow).comment,
    references: COMMENT_REFERENCES,
    depth: (row) => (flat ? 0 : (row as CommentTableRow).depth),
    empty: describeNoComments(finder),
    isSearched: finder?.isActive === true,
  };
}

function pickOfComment<Name extends keyof Comment>(name: Name, title: string) {
  return { name, title, value: ({ comment }: CommentTableRow) => comment[name] };
}

function pickOfAuthor<Name extends keyof Comment['author']>(name: Name, title: string) {
  return { name: `author.${name}`, title, value: ({ comment }: CommentTableRow) => comment.author[name] };
}

/** Columns of comments in table, TSV and CSV, the same for all networks. */
export const COMMENT_COLUMNS: readonly Column<CommentTableRow>[] = [
  { ...pickOfComment('platform', 'network'), role: 'network', drop: 0, least: 9 },
  { ...pickOfComment('id', 'id'), role: 'id', dataOnly: true, inWide: true },
  { ...pickOfComment('parentId', 'parent'), role: 'id', dataOnly: true },
  { ...pickOfAuthor('id', 'author id'), role: 'id', dataOnly: true },
  { ...pickOfAuthor('name', 'name'), dataOnly: true },
  {
    ...pickOfAuthor('handle', 'author'),
    show: ({ comment }) => formatAuthor(comment),
    placeholder: () => NOTHING,
    role: 'name',
    drop: 1,
    least: 16,
  },
  { ...pickOfAuthor('url', 'author url'), dataOnly: true },
  { ...pickOfAuthor('avatarUrl', 'avatar'), dataOnly: true },
  {
    ...pickOfComment('text', 'comment'),
    placeholder: ({ comment }) => (isComment(comment) ? '' : '(not a comment)'),
    role: 'text',
    flexible: true,
  },
  { ...pickOfComment('likes', 'likes'), role: 'count', drop: 3 },
  { ...pickOfComment('createdAt', 'when'), role: 'time', least: 8, drop: 2 },
  { ...pickOfComment('replyCount', 'replies'), role: 'count', dataOnly: true, inWide: true },
  { ...pickOfComment('url', 'url'), dataOnly: true },
  { ...pickOfComment('extra', 'extra'), dataOnly: true },
];

/** The short references of comments. */
export const COMMENT_REFERENCES: NonNullable<ListView<unknown>['references']> = {
  column: 'id',
  target: (row) => toReferenceTarget((row as CommentTableRow).comment), // only for rows of comments
};

/** A comment by its own id, with what a reply to it needs; null without an id. */
function toReferenceTarget({ id, platform, extra }: Comment): ReferenceTarget | null {
  if (id === null) return null;
  const { videoId, commentUrn } = extra;
  const isUrn = id.startsWith('urn:li:comment:');
  const needs = getCommentFacts(platform)?.replyNeeds;
  return {
    kind: 'comment',
    id,
    platform,
    ...(needs === 'videoId' && typeof videoId === 'string' && { videoId }),
    ...(needs === 'commentUrn' && typeof commentUrn === 'string' && !isUrn && { commentUrn }),
  };
}

/** Columns of comments that were read by one id or by several: the same for both. */
export function buildReadColumns<Row extends CommentTableRow>(
  getRequestedId: (row: Row) => string,
  finder: CommentFinder | undefined,
): readonly Column<Row>[] {
  const columns: readonly Column<Row>[] = COMMENT_COLUMNS;
  return [
    ...(finder?.showMatches(columns) ?? columns),
    { name: 'requestedId', title: 'requested id', value: getRequestedId, role: 'id', dataOnly: true },
  ];
}

/** How a person is named on a network; empty without a name. */
export function formatAuthor({ author }: Comment): string {
  if (author.handle !== null) return `@${author.handle}`;
  return author.name ?? author.id ?? '';
}

/** Networks can list entries that are not comments: they have none of a comment's fields. */
function isComment({ id, text, createdAt, author }: Comment): boolean {
  return [id, text, createdAt, ...Object.values(author)].some((value) => value !== null);
}

/** A comment as a row: each reply is a row of its own, one level deeper. */
export interface CommentTableRow {
  readonly comment: Comment;
  /** 0 for a comment on the post, 1 for a reply to it. */
  readonly depth: number;
}

/**
 * Orders comments as a conversation: each with its replies below it. Where a network lists replies next to
 * the comments, as X does, `parentId` decides. No comment is lost or repeated, even if the parents form a
 * cycle.
 */
export function flattenComments(comments: readonly Comment[]): readonly CommentTableRow[] {
  // maps and generators for each batch of a long list would stay in memory for long
  if (comments.every(({ parentId }) => parentId === null)) return listThreads(comments, 0, []);
  const byId = new Map(comments.map((comment) => [buildCommentKey(comment.platform, comment.id), comment]));
  const isReply = (comment: Comment) => findParent(comment, byId) !== undefined;
  const answers = Map.groupBy(comments.filter(isReply), (comment) => findParent(comment, byId));
  const seen = new Set<Comment>();
  function* walkThread(comment: Comment, depth: number): Generator<CommentTableRow> {
    if (seen.has(comment)) return;
    seen.add(comment);
    yield { comment, depth };
    // networks list the newest first; a conversation starts with the oldest
    const beside = answers.get(comment)?.toReversed() ?? [];
    for (const reply of [...comment.replies, ...beside]) yield* walkThread(reply, depth + 1);
  }
  const roots = [...comments.filter((comment) => !isReply(comment)), ...comments];
  return roots.flatMap((comment) => [...walkThread(comment, 0)]);
}

function listThreads(
  comments: readonly Comment[],
  depth: number,
  rows: CommentTableRow[],
): CommentTableRow[] {
  for (const comment of comments) {
    rows.push({ comment, depth });
    listThreads(comment.replies, depth + 1, rows);
  }
  return rows;
}

function findParent(comment: Comment, byId: ReadonlyMap<string, Comment>): Comment | undefined {
  const { platform, parentId } = comment;
  const parent = parentId === null ? undefined : byId.get(buildCommentKey(platform, parentId));
  return parent === comment ? undefined : parent;
}

function buildCommentKey(platform: string, id: string | null): string {
  return `${platform} ${id}`;
}
