import * as z from 'zod';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../errors.ts';
import { DAY_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { CommentPlatform } from '../../../service/platforms.ts';
import type { Column } from '../../render/view.ts';
import { truncate } from '../../render/width.ts';
import { formatFailedNetwork } from '../../several/combine-failures.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE } from '../../shell/flags/flags.ts';
import { readServiceTime } from '../../time/service-time.ts';
import { SINCE } from '../../time/since.ts';
import { Comment } from '../comment.ts';
import { COMMENT_COLUMNS, type CommentTableRow } from '../comments-outcome.ts';
import { openDoneComments } from '../done-comments.ts';
import { type InboxComment, isQuestion, readInbox, sortComments } from '../inbox.ts';
import { readOwnAccounts } from '../own-accounts.ts';

const InboxRecord = z.strictObject({
  postId: z.string().describe('Service Post ID of the post'),
  post: z.string().nullable().describe('text of the post'),
  ...Comment.shape,
});

/** Posts that are read without `--posts`. */
const USUAL_POSTS = 20;

export default defineCommand({
  summary: 'List comments that none of your accounts has answered',
  description: `
Reads the comments of your recent posts on all networks, and lists those that you have not replied to, newest first. What
was marked with "comments done" is not listed again. It sends one request for the posts, one for your accounts, and
one for each post; the service refreshes comments at its own pace. If some networks fail, the others are listed, and a
note says which.`,
  examples: [
    'comments inbox',
    'comments inbox --since 2d --platform instagram,tiktok',
    'comments inbox --question --sort likes -n 10',
    'comments inbox --json --fields platform,id,text,postId',
  ],
  flags: [REMOTE],
  input: z.object({
    since: SINCE,
    platform: defineFlag(z.array(CommentPlatform).default([]).describe('only comments on these networks'), {
      placeholder: 'network',
    }),
    question: z.boolean().default(false).describe('only comments with a question mark'),
    sort: defineFlag(z.enum(['time', 'likes', 'network']).default('time').describe('order of the list'), {
      placeholder: 'order',
    }),
    posts: defineFlag(
      z
        .int()
        .min(1)
        .max(LIMITS.historyLimit.max)
        .default(USUAL_POSTS)
        .describe('number of recent posts to read'),
      { placeholder: 'n' },
    ),
    limit: defineFlag(z.int().min(1).optional().describe('maximum number to list (default: all)'), {
      short: 'n',
      placeholder: 'n',
    }),
  }),
  output: z.object({
    inbox: z.array(InboxRecord),
    errors: z
      .array(z.looseObject({ postId: z.string() }))
      .describe('networks and posts that could not be read'),
    meta: z.object({
      pagination: z.object({
        next: z.null(),
        hasMore: z.boolean().describe('whether more comments wait than are listed'),
        limit: z.int().nullable().describe('null for all'),
      }),
    }),
  }),
  records: 'inbox',
  async run({ since, platform, question, sort, posts: most, limit }, { service, io }) {
    if (io.printing.format === 'raw')
      throw createUsageError('-o raw prints one response, and this reads several', 'use -o json');
    const client = await service.client();
    const now = await readServiceTime(() => service.client(), { service, io });
    const start = since?.resolve(now) ?? Number.NEGATIVE_INFINITY;
    const days = Number.isFinite(start) ? Math.max(1, Math.ceil((now - start) / DAY_MS)) : 0;
    const own = await readOwnAccounts(client, { service, io });
    const reading = await readInbox(client, { own, posts: { most, days }, report: io.progress });
    const done = await openDoneComments({ service, io });
    const isOpen = done.filter();
    const waiting = reading.waiting.filter(({ comment }) => {
      const ms = readTimestamp(comment.createdAt).ms;
      const isNew = ms === null || ms >= start;
      const isOfNetwork = platform.length === 0 || platform.some((each) => each === comment.platform);
      return isNew && isOfNetwork && (!question || isQuestion(comment)) && isOpen(comment);
    });
    const sorted = sortComments(waiting, sort, ({ comment }) => comment);
    const shown = sorted.slice(0, limit);
    const failed = reading.failures.map(({ id, failure }) => ({ postId: id, message: failure.message }));
    return {
      view: {
        kind: 'list',
        document: {
          inbox: shown.map(toRecord),
          errors: [...reading.errors, ...failed],
          meta: { pagination: { next: null, hasMore: shown.length < sorted.length, limit: limit ?? null } },
        },
        key: 'inbox',
        rows: shown.map(({ comment, post }) => ({ comment, post, depth: 0 })),
        columns: INBOX_COLUMNS as readonly Column<unknown>[], // of the rows above
        record: (row) => toRecord(row as InboxComment),
        empty: `everything is answered, in ${formatCount(reading.postsRead, 'post')}`,
      },
      asOf: reading.asOf ?? now,
      notes: [
        ...(shown.length < sorted.length
          ? [`showing ${shown.length} of ${sorted.length}: raise -n to see more`]
          : []),
        ...(reading.hasMorePosts
          ? [`only the newest ${most} posts were read: raise --posts to read more`]
          : []),
        ...new Set(reading.errors.map((error) => `not seen: ${formatFailedNetwork(error)}`)),
        ...failed.map(({ postId, message }) => `not seen: the post ${postId}: ${message}`),
      ],
    };
  },
});

function toRecord({ comment, post }: InboxComment): z.infer<typeof InboxRecord> {
  return { postId: post.id, post: post.post, ...comment };
}

type InboxRow = CommentTableRow & InboxComment;

/** Enough to recognize a post. */
const POST_WIDTH = 20;

const INBOX_COLUMNS: readonly Column<InboxRow>[] = [
  ...COMMENT_COLUMNS.map((column) =>
    column.name === 'id' ? { ...column, dataOnly: false, drop: 5 } : column,
  ),
  { name: 'postId', title: 'post id', value: ({ post }) => post.id, role: 'id', dataOnly: true },
  {
    name: 'post',
    title: 'post',
    value: ({ post }) => post.post,
    show: ({ post }) => truncate(post.post ?? '', POST_WIDTH),
    role: 'dim',
    drop: 4,
  },
];
