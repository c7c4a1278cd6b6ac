import * as z from 'zod';
import { formatThese } from '../../../../domain/text/lists-and-counts.ts';
import type { CrierError } from '../../../../errors.ts';
import { updatePost } from '../../../../service/endpoints/posts.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { createRefusal } from '../../../framework/input/flags/schema-issues.ts';
import { defineBatchChange } from '../../../framework/many/define-batch-change.ts';
import type { IdResult } from '../../../framework/many/run-each.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import type { ListView } from '../../../framework/output/view.ts';
import { createSkipCheck, POST_IDS } from '../post-flags.ts';
import { POST_COLUMNS, type PostEntry, toPostEntry } from '../read-posts.ts';
import {
  type CheckedStoredPost,
  checkStoredPosts,
  noteLatePosts,
  refuseFaultyApproval,
} from '../stored-faults.ts';

export default defineBatchChange({
  summary: 'Approve posts, which are then published at their time',
  description: `
Releases posts that were created with --approve-first. One without a time, or whose time has passed, is published at once.

The stored posts are checked first, as "posts create" does. If a network would refuse one, the errors are shown, and you
are asked; without a terminal nothing is approved, unless you add --skip-check.

Several posts are shown and confirmed (--yes skips that); a failed id does not stop the others, and the exit code is 3.
With --dry-run nothing is read. To reject a post, delete it.`,
  before: ['posts list --status awaiting-approval -o tsv > drafts.txt'],
  examples: [
    'posts approve Su3gHk9WqZr5TcYb7MvN --dry-run',
    'posts approve --ids-from drafts.txt --yes',
    'posts approve --ids-from drafts.txt --dry-run --json',
  ],
  validationCode: 101,
  ids: POST_IDS,
  references: ['post'],
  input: z.object({ skipCheck: createSkipCheck() }),
  call: updatePost,
  judgedBy: { approved: true },
  request: (id) => ({ body: { id, approved: true } }),
  async inspect({ skipCheck, yes }, run) {
    const { ids, client, io } = run;
    const posts = await checkStoredPosts(ids, client, run);
    await noteLatePosts(posts, io);
    await showNotes(posts, io);
    if (!skipCheck) await refuseFaultyApproval(posts, { yes }, io);
    if (ids.length > 1) await confirmSeveral(posts, { yes, context: run });
    return new Map(posts.map((post) => [post.id, post]));
  },
  async refuse(id, { known }) {
    const failure = findFailure(known.get(id));
    return failure && { view: null, failure };
  },
  done: 'approved',
  shownBy: crier`posts list`,
});

/** What its author wrote for who approves it. */
async function showNotes(posts: readonly IdResult<CheckedStoredPost>[], io: IoPort): Promise<void> {
  for (const { id, value } of posts) {
    const notes = value?.record.notes?.trim();
    if (notes) await io.note(`notes of ${id}: ${notes}`);
  }
}

/** Why a post is not approved: it could not be read, or does not wait for that. */
function findFailure(post: IdResult<CheckedStoredPost> | undefined): CrierError | null {
  if (post === undefined || post.failure !== null) return post?.failure ?? null;
  const { status } = post.value.record;
  if (status === undefined || status === null || status === AWAITING) return null;
  const message = `the post ${post.id} has the status "${status}": only posts that await approval can be approved`;
  const advice = `to list them: "${crier`posts list --status awaiting-approval`}"`;
  return createRefusal(message, { code: 101, advice });
}

const AWAITING = 'awaiting approval';

async function confirmSeveral(
  posts: readonly IdResult<CheckedStoredPost>[],
  { yes, context }: { yes: boolean; context: CommandContext },
): Promise<void> {
  const approvable = posts.filter((post) => findFailure(post) === null);
  if (approvable.length === 0) return;
  const rows = approvable.flatMap(({ value }) => (value === null ? [] : [toPostEntry(value.record)]));
  const plan: ListView<PostEntry> = {
    kind: 'list',
    document: { posts: rows },
    key: 'posts',
    rows,
    columns: POST_COLUMNS,
    empty: 'nothing',
  };
  await context.io.confirm({
    what: `approve ${formatThese(approvable.length, 'post')}`,
    plan,
    yes,
  });
}
