import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { formatThese } from '../../../../domain/text/lists-and-counts.ts';
import { createUsageError, ignoreErrors } from '../../../../errors.ts';
import { deletePost, getHistory, getPost, type PostDeletion } from '../../../../service/endpoints/posts.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { PLATFORMS, Platform } from '../../../../service/platforms.ts';
import type { PostRecord } from '../../../../service/posts.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { buildPlannedViews } from '../../../framework/command/writes.ts';
import { defineSwitch, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { WRITE_PROFILES } from '../../../framework/input/flags/write-profiles.ts';
import { addRest, MOST_NAMED, readIdsOrRaw } from '../../../framework/many/read-ids.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { getNetworkName } from '../../../framework/output/cell.ts';
import {
  buildDeletedOutcome,
  DeletedPosts,
  readDeletedPosts,
  readDeletedReposts,
  toDeletionEnd,
  toFailedDeletion,
} from '../deleted-posts.ts';
import { SEVERAL_POSTS } from '../post-flags.ts';
import { WAITING } from '../read-posts.ts';

/** Networks that can delete published posts in this way. */
function listNetworksByDeletion(deletion: 'never' | 'page-login'): string {
  return Platform.options
    .filter((each) => PLATFORMS[each].posts && PLATFORMS[each].deletesPublished === deletion)
    .join(', ');
}

export default defineCommand({
  summary: 'Delete posts from all of their networks, permanently',
  description: `
Asks for confirmation and shows the text of each post. Results are reported by network; if a network keeps the post, the
exit code is 3. ${listNetworksByDeletion('never')} cannot delete posts through the service, and ${listNetworksByDeletion('page-login')} only for accounts linked with
the page-based login: delete those posts on the network, then mark them with --mark-deleted. Scheduled posts and posts
that wait for approval are never published, nor are the repetitions of a repeated post that are still to come.`,
  examples: [
    'posts delete Su3gHk9WqZr5TcYb7MvN --yes',
    'posts delete --all-scheduled --yes --json',
    'posts delete Sp7kQm2XvLr9TzBd4HnW --dry-run',
  ],
  validationCode: 101,
  positional: ['id'],
  references: ['post'],
  changes: true,
  flags: [REMOTE, WRITE, WRITE_PROFILES],
  input: z.object({
    ...SEVERAL_POSTS,
    allScheduled: defineSwitch('delete all scheduled posts instead of ids', {
      conflicts: ['markDeleted'],
      conflictAdvice: 'use only one of them: scheduled posts are on no network yet',
    }),
    markDeleted: defineSwitch('only mark them as deleted, after you deleted them on the network'),
  }),
  output: DeletedPosts,
  records: 'results',
  async run({ id, idsFrom, allScheduled, markDeleted, dryRun, yes }, context) {
    const { service, io } = context;
    const isNamed = id.length > 0 || idsFrom !== undefined;
    if (allScheduled && isNamed)
      throw createUsageError('--all-scheduled and ids cannot be used together', 'use only one of them');
    const ids = allScheduled ? null : await readIdsOrRaw({ ids: id, idsFrom }, io);
    const client = await service.client({ writes: !dryRun, sends: { row: deletePost } });
    if (dryRun) {
      const bodies = ids?.map((each) => buildDeletion(each, markDeleted)) ?? [ALL_SCHEDULED];
      return {
        view: buildPlannedViews(
          bodies.map((body) => client.plan(deletePost, { body })),
          idsFrom,
        ),
      };
    }
    await io.confirm({
      what: formatQuestion(ids, markDeleted),
      details: () => (ids === null ? describeScheduledPosts(client) : describePosts(ids, client)),
      yes,
    });
    const done = markDeleted ? 'marked' : 'deleted';
    const { ends, empty, raw } =
      ids === null
        ? await deleteScheduled(client)
        : await deleteEach(client, ids, { markDeleted, done, progress: io.progress });
    const outcome = await buildDeletedOutcome(ends, { done, empty }, context);
    return { ...outcome, ...(raw !== undefined && { raw }) };
  },
});

const ALL_SCHEDULED = { deleteAllScheduled: true } as const;

function buildDeletion(id: string, markDeleted: boolean): PostDeletion {
  return { id, ...(markDeleted && { markManualDeleted: true }) };
}

function formatQuestion(ids: readonly string[] | null, markDeleted: boolean): string {
  if (ids === null) return 'delete all scheduled posts';
  const which = formatThese(ids.length, 'post');
  return markDeleted ? `mark ${which} as deleted` : `permanently delete ${which}`;
}

/** Deletions are sequential, in the order of the ids. */
const AT_ONCE = 1;

async function deleteEach(
  client: Client,
  ids: readonly string[],
  { markDeleted, done, progress }: { markDeleted: boolean; done: string; progress: IoPort['progress'] },
) {
  const repetitions = new Set<string>();
  const all = await Array.fromAsync(
    runEach(ids, { atOnce: AT_ONCE, done: 'done', progress }, async (id) => {
      // a repetition was deleted with its first post
      if (repetitions.has(id)) return { body: { status: 'success', id }, bytes: undefined };
      const answer = await client.call(deletePost, { body: buildDeletion(id, markDeleted) });
      for (const each of readDeletedReposts(answer.body)) repetitions.add(each);
      return answer;
    }),
  );
  const ends = all.map(({ id, value, failure }) =>
    failure === null ? toDeletionEnd(id, value.body, done) : toFailedDeletion(id, failure),
  );
  return { ends, empty: 'nothing', raw: all.find(({ value }) => value !== null)?.value?.bytes };
}

async function deleteScheduled(client: Client) {
  const { body, bytes } = await client.call(deletePost, { body: ALL_SCHEDULED });
  const named = readDeletedPosts(body);
  const empty =
    named === null ? 'all scheduled posts were deleted; the response lists none' : 'no scheduled posts';
  return { ends: (named ?? []).map(({ id, said }) => toDeletionEnd(id, said, 'deleted')), empty, raw: bytes };
}

const LONGEST_TEXT = 40;

/** Lists posts with ids and texts, one per line: `Sp7k… New in spring (success; Instagram, X)`. */
async function describePosts(ids: readonly string[], client: Client): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const id of ids.slice(0, MOST_NAMED)) {
    const answer = await ignoreErrors(client.call(getPost, { params: { id } }));
    lines.push(answer === null ? `${id}  (could not be read)` : formatPost(id, answer.body));
  }
  return addRest(lines, ids.length);
}

/** Lists all scheduled posts in the same way. */
async function describeScheduledPosts(client: Client): Promise<readonly string[]> {
  const query = { type: 'scheduled', lastDays: 0, limit: LIMITS.historyLimit.max } as const;
  const answer = await ignoreErrors(client.call(getHistory, { query }));
  if (answer === null) return [];
  const history: readonly PostRecord[] = Array.isArray(answer.body.history) ? answer.body.history : [];
  const waiting = history.filter(({ status }) => WAITING.has(status ?? ''));
  if (waiting.length === 0) return ['no post is scheduled'];
  const lines = waiting.slice(0, MOST_NAMED).map((post) => formatPost(post.id ?? '', post));
  return addRest(lines, waiting.length);
}

function formatPost(id: string, { post, status, platforms }: PostRecord): string {
  const networks = (platforms ?? []).map(getNetworkName).join(', ');
  const about = [status ?? '', networks].filter((part) => part !== '').join('; ');
  return `${id}  ${truncateText(post ?? '')} (${about})`;
}

function truncateText(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return letters.length <= LONGEST_TEXT ? letters.join('') : `${letters.slice(0, LONGEST_TEXT).join('')}…`;
}
