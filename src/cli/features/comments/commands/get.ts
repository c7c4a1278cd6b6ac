import * as z from 'zod';
import { defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { createFinder } from '../../../framework/input/flags/find-flags.ts';
import { defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import type { Since } from '../../../framework/input/time/since.ts';
import { readIds } from '../../../framework/many/read-ids.ts';
import { createFirstItems } from '../../../framework/output/first-items.ts';
import type { Comment } from '../comment.ts';
import { type CommentsListing, flattenComments } from '../comments-outcome.ts';
import { listComments } from '../list-comments.ts';
import { loadOwnAccounts, markOwnComments, readOwnAccounts } from '../own-accounts.ts';
import { buildCommentsQuery, COMMENTS_OF_IDS } from '../read-comments.ts';
import {
  type CommentOrder,
  hasSelection,
  SELECTION_FLAGS,
  selectComments,
  sortComments,
} from '../select-comments.ts';

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
    'comments get Sp7kQm2XvLr9TzBd4HnW --thread 738201946518273_434574520040874',
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
    ...SELECTION_FLAGS,
    allowPartial: defineSwitch('exit 0 even if some networks or ids failed'),
  }),
  output: async () => (await import('../comment.ts')).CommentsOutput,
  records: 'comments',
  streams: { unless: ['sort', 'thread'] },
  async run(
    { ids: given, idsFrom, concurrency, platform, comment, flat, allowPartial, ...selection },
    context,
    flagsOf,
  ) {
    const pair = { platform, comment };
    buildCommentsQuery(pair);
    const ids = await readIds({ ids: given, idsFrom }, context.io);
    return listComments(ids, context, {
      ...(await createSelection({ ...selection, flat }, context)),
      idsFrom,
      concurrency,
      toRequest: (id) => ({ id, ...pair, ...flagsOf(id) }),
      flat,
      allowPartial,
    });
  },
});

type SelectComments = (comments: Iterable<Comment>) => Iterable<Comment>;

/** Marks the own comments, and selects those that the flags name. Without flags no request is added. */
async function createSelection(
  { flat, limit, ...flags }: z.infer<z.ZodObject<typeof SELECTION_FLAGS>> & { flat: boolean },
  context: CommandContext,
): Promise<Pick<CommentsListing, 'select' | 'selectsEach' | 'arrange' | 'cut' | 'finder'>> {
  const { service, io } = context;
  const { since, unanswered, thread, sort } = flags;
  const own = unanswered
    ? await readOwnAccounts(await service.client(), service, io)
    : await loadOwnAccounts(service, io);
  const start = since === undefined ? Number.NEGATIVE_INFINITY : await readStart(since, context);
  const isSelected = hasSelection({ ...flags, limit });
  const words = await createFinder(flags, unanswered ? 'unanswered comment' : 'comment', io.printing);
  const hasFilter = words.isActive || unanswered || thread !== undefined || since !== undefined;
  const counter = words.isActive || !hasFilter ? null : createSelectionCounter();
  const finder = { ...words, hasFilter, count: counter === null ? words.count : counter.count };
  // the first of an order are known when all were read
  const isArranged = sort !== undefined && limit !== undefined && thread === undefined;
  const select: SelectComments = (comments) => {
    const marked = markOwnComments(comments, own);
    if (!isSelected) return marked;
    const read = counter === null ? marked : counter.countRead(marked);
    const selected = selectComments(read, {
      ...flags,
      sort: isArranged ? undefined : sort,
      start,
      finder: words,
    });
    return counter === null ? selected : counter.countSelected(selected);
  };
  if (isArranged) return { select, finder, selectsEach: true, ...arrangeFirst(sort, { limit, flat }) };
  const selectsEach = thread === undefined && sort === undefined;
  if (limit === undefined) return { select, finder, selectsEach };
  const selectAll: SelectComments = flat ? (comments) => listSeparately(select(comments)) : select;
  return { finder, selectsEach, ...cutSelection(selectAll, limit) };
}

/** Counts the comments that were read, and those that were selected of them. */
function createSelectionCounter() {
  let [all, matched] = [0, 0];
  return {
    *countRead(comments: Iterable<Comment>): Generator<Comment> {
      for (const comment of comments) {
        all += flattenComments([comment]).length;
        yield comment;
      }
    },
    *countSelected(comments: Iterable<Comment>): Generator<Comment> {
      for (const comment of comments) {
        matched += 1;
        yield comment;
      }
    },
    count: () => ({ noun: 'comment', all, matched }),
  };
}

/** The clock of the service is loaded on demand: most reads have no --since. @returns milliseconds since 1970 */
async function readStart(since: Since, context: CommandContext): Promise<number> {
  const { readServiceTime } = await import('../../../framework/command/service-time.ts');
  const now = await readServiceTime(() => context.service.client(), context);
  return since.inZone(context.io.chosenZone).resolve(now);
}

/** Replies as comments of their own, below what they answer. */
function listSeparately(comments: Iterable<Comment>): Iterable<Comment> {
  return flattenComments([...comments]).map(({ comment }) => ({ ...comment, replies: [] }));
}

/** Keeps the first comments of each id in an order, and counts the others. */
function arrangeFirst(order: CommentOrder, { limit, flat }: { limit: number; flat: boolean }) {
  let hidden = 0;
  const sort = (all: readonly Comment[]) => sortComments(all, order, (comment) => comment);
  return {
    async *arrange(parts: AsyncIterable<Iterable<Comment>>): AsyncGenerator<Iterable<Comment>> {
      const first = createFirstItems(limit, sort);
      let count = 0;
      for await (const part of parts)
        for (const comment of part) {
          count += flat ? flattenComments([comment]).length : 1;
          first.add(comment);
        }
      const kept = sort(first.list());
      const shown = [...(flat ? listSeparately(kept) : kept)].slice(0, limit);
      hidden += count - shown.length;
      yield shown;
    },
    cut: { limit, countHidden: () => hidden },
  };
}

/** Keeps the first comments of each id, and counts the others. */
function cutSelection(selectAll: SelectComments, limit: number) {
  let hidden = 0;
  const shown = new Map<string, number>();
  return {
    *select(comments: Iterable<Comment>, id: string): Generator<Comment> {
      for (const comment of selectAll(comments)) {
        const count = shown.get(id) ?? 0;
        if (count === limit) hidden += 1;
        else {
          shown.set(id, count + 1);
          yield comment;
        }
      }
    },
    cut: { limit, countHidden: () => hidden },
  };
}
