import * as z from 'zod';
import { defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { defineFlag, defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { SINCE, type Since } from '../../../framework/input/time/since.ts';
import { getOnlyId, readIds } from '../../../framework/many/read-ids.ts';
import type { Comment } from '../comment.ts';
import { buildCommentsOutcome, type CommentsCut, flattenComments } from '../comments-outcome.ts';
import type { CommentSelection } from '../inbox.ts';
import { loadOwnAccounts, markOwnComments, readOwnAccounts } from '../own-accounts.ts';
import { buildCommentsQuery, COMMENTS_OF_IDS, requestComments } from '../read-comments.ts';

export default defineCommand({
  summary: 'List the comments of posts across networks',
  description: `
An id is a Service Post ID, and the comments of all its networks are listed together, or a Service Comment ID as printed
by "comments create", which lists that comment on each network. With --platform, the id is a post's own id on that
network; with --comment too, a comment's own id. If some networks fail, the comments of the others are printed and the
exit code is 3.

With several ids, comments are printed as they are read, and a failed id does not stop the others. With several ids or
--ids-from, "results" in the JSON document has the result of each id, and "requestedId" of each comment the id it was
requested with.`,
  examples: [
    'comments get Sp7kQm2XvLr9TzBd4HnW',
    'comments get Sp7kQm2XvLr9TzBd4HnW --json --fields platform,author.name,text',
    "comments get Sp7kQm2XvLr9TzBd4HnW --jq '.comments[] | select(.likes > 20) | .text'",
    'comments get 18119826100716099 --platform instagram -o csv',
    'comments get Gv3rPq7YsKa5MdHt8ZwE Mn5cTy8LrWb2QzHp6KsD --flat -o ndjson',
    'comments get Mn5cTy8LrWb2QzHp6KsD --unanswered --sort likes -n 5',
    'comments get Hb9mXw3KfDu7VtCz5GqN --profile harbour --allow-partial',
  ],
  positional: ['ids'],
  references: ['post', 'networkPost', 'comment'],
  mixesReferences: true,
  flags: [REMOTE, READ],
  validationCode: 101,
  input: z.object({
    ...COMMENTS_OF_IDS,
    flat: defineSwitch('in JSON, list replies as separate records; tables and csv always do'),
    unanswered: defineSwitch('only comments that none of your accounts has answered'),
    since: SINCE,
    sort: defineFlag(
      z
        .enum(['time', 'likes', 'network'])
        .optional()
        .describe('order of the comments (default: as the service lists them)'),
      { placeholder: 'order' },
    ),
    limit: defineFlag(
      z
        .int()
        .min(1)
        .optional()
        .describe('maximum number for each id; with --flat, replies count (default: all)'),
      {
        short: 'n',
        placeholder: 'n',
      },
    ),
    allowPartial: defineSwitch('exit 0 even if some networks or ids failed'),
  }),
  output: async () => (await import('../comment.ts')).CommentsOutput,
  records: 'comments',
  async run(
    { ids: given, idsFrom, concurrency, platform, comment, flat, allowPartial, ...selection },
    context,
    flagsOf,
  ) {
    const { service, io } = context;
    const pair = { platform, comment };
    buildCommentsQuery(pair);
    const ids = await readIds({ ids: given, idsFrom }, io);
    const id = getOnlyId(ids, idsFrom);
    if (id !== null) {
      const { select, cut } = await createSelection({ ...selection, flat }, context);
      const read = await requestComments(await service.client(), { id, ...pair });
      const comments = { [Symbol.iterator]: () => select(read.comments)[Symbol.iterator]() };
      return buildCommentsOutcome({
        ...read,
        requestedId: id,
        comments,
        flat,
        allowPartial,
        printing: io.printing,
        cut,
      });
    }
    const { readCommentsOfSeveral } = await import('../comments-of-several.ts');
    return readCommentsOfSeveral(await service.client(), {
      ...(await createSelection({ ...selection, flat }, context)),
      ids,
      concurrency,
      toRequest: (each) => ({ id: each, ...pair, ...flagsOf(each) }),
      flat,
      allowPartial,
      progress: io.progress,
      printing: io.printing,
    });
  },
});

type SelectComments = (comments: Iterable<Comment>) => Iterable<Comment>;

interface CommentsSelector {
  select: SelectComments;
  /** Undefined without `--limit`. */
  cut?: CommentsCut;
}

/** Marks the own comments, and selects those that the flags name. Without flags no request is added. */
async function createSelection(
  {
    since,
    unanswered,
    sort,
    limit,
    flat,
  }: Omit<CommentSelection, 'start'> & {
    since?: Since | undefined;
    limit?: number | undefined;
    flat: boolean;
  },
  context: CommandContext,
): Promise<CommentsSelector> {
  const { service, io } = context;
  const own = unanswered
    ? await readOwnAccounts(await service.client(), service, io)
    : await loadOwnAccounts(service, io);
  const mark: SelectComments = (comments) => markOwnComments(comments, own);
  if (!unanswered && since === undefined && sort === undefined && limit === undefined)
    return { select: mark };
  const { selectComments } = await import('../inbox.ts');
  const { readServiceTime } = await import('../../../framework/command/service-time.ts');
  const now = since === undefined ? 0 : await readServiceTime(() => service.client(), context);
  const start = since?.inZone(io.chosenZone).resolve(now) ?? Number.NEGATIVE_INFINITY;
  const selectAll: SelectComments = (comments) => selectComments(mark(comments), { unanswered, start, sort });
  return limit === undefined
    ? { select: selectAll }
    : cutSelection(flat ? (comments) => listSeparately(selectAll(comments)) : selectAll, limit);
}

/** Replies as comments of their own, below what they answer. */
function listSeparately(comments: Iterable<Comment>): Iterable<Comment> {
  return flattenComments([...comments]).map(({ comment }) => ({ ...comment, replies: [] }));
}

/** Keeps the first comments of each id, and counts the others. */
function cutSelection(selectAll: SelectComments, limit: number): CommentsSelector {
  let hidden = 0;
  return {
    select(comments) {
      const all = [...selectAll(comments)];
      hidden += Math.max(0, all.length - limit);
      return all.slice(0, limit);
    },
    cut: { limit, countHidden: () => hidden },
  };
}
