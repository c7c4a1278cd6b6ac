import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { createUsageError } from '../../../errors.ts';
import { updatePost } from '../../../service/endpoints/posts.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { PostStatus } from '../../../service/posts.ts';
import { type Command, defineCommand } from '../../framework/command/command.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { createPrintedCommands } from '../../framework/command/printed-commands.ts';
import { buildPlannedViews } from '../../framework/command/writes.ts';
import { REMOTE, WRITE } from '../../framework/input/flags/flags.ts';
import { ChangedSeveral, changeAll, changeSeveral } from '../../framework/many/change-several.ts';
import { openPausedByAll } from '../../framework/many/paused-by-all.ts';
import { readIdsOrRaw } from '../../framework/many/read-ids.ts';
import { crier } from '../../framework/output/text/shell-command.ts';
import { SEVERAL_POSTS } from './post-flags.ts';
import { readHistory } from './read-posts.ts';
import { checkStoredPosts, noteLatePosts, noteStoredFaults } from './stored-faults.ts';

/** The command that pauses scheduled posts, or the one that resumes them. */
interface PauseOptions extends Pick<Command, 'summary' | 'description' | 'examples' | 'before'> {
  action: 'pause' | 'resume';
}

const DONE = { pause: 'paused', resume: 'resumed' } as const;
const STATUS = { pause: 'paused', resume: 'scheduled' } as const;
const ALL_SCHEDULED = {
  pause: 'pause all scheduled posts',
  resume: 'resume what "posts pause --all-scheduled" paused',
} as const;

/** Defines one of the two commands; both change several posts by their ids, or all at once. */
export function definePauseCommand({ action, ...words }: PauseOptions) {
  return defineCommand({
    ...words,
    positional: ['id'],
    references: ['post'],
    changes: true,
    flags: [REMOTE, WRITE],
    input: z.object({
      ...SEVERAL_POSTS,
      allScheduled: z.boolean().default(false).describe(ALL_SCHEDULED[action]),
    }),
    output: ChangedSeveral,
    records: 'results',
    async run({ id, idsFrom, allScheduled, dryRun }, context) {
      const { service, io } = context;
      if (allScheduled && (id.length > 0 || idsFrom !== undefined))
        throw createUsageError('--all-scheduled and ids cannot be used together', 'use only one of them');
      const client = await service.client({
        writes: !dryRun,
        sends: { row: updatePost, body: { scheduledPause: action === 'pause' } },
      });
      const paused = allScheduled ? await openPausedByAll('posts', { service, io }) : null;
      const ids =
        paused === null
          ? await readIdsOrRaw({ ids: id, idsFrom }, io)
          : action === 'pause'
            ? await listScheduledIds(client)
            : paused.list();
      if (allScheduled && action === 'pause') await noteUnapproved(client, context);
      const body = (each: string) => ({ id: each, scheduledPause: action === 'pause' });
      if (dryRun)
        return {
          view: buildPlannedViews(
            ids.map((each) => client.plan(updatePost, { body: body(each) })),
            idsFrom,
          ),
        };
      if (action === 'resume') {
        const posts = await checkStoredPosts(ids, client, context);
        await noteStoredFaults(posts, io);
        await noteLatePosts(posts, io);
      }
      const apply = (each: string) => client.call(updatePost, { body: body(each) });
      const change = {
        ids,
        done: DONE[action],
        status: STATUS[action],
        shownBy: crier`posts list`,
        apply,
        io,
      };
      return paused === null ? changeSeveral(change) : changeAll(change, { paused, ofAll: action });
    },
  });
}

const listScheduledIds = (client: Client) => listIds(client, 'pending');

async function listIds(client: Client, status: PostStatus): Promise<readonly string[]> {
  const { posts } = await readHistory(client, { status, lastDays: 0, limit: LIMITS.historyLimit.max });
  return posts.flatMap(({ id }) => id ?? []);
}

/** The service pauses only what is scheduled: what awaits approval can still be approved, and is then published. */
async function noteUnapproved(client: Client, context: CommandContext): Promise<void> {
  const { length } = await listIds(client, 'awaiting approval');
  if (length === 0) return;
  const { service } = await createPrintedCommands(context);
  const what = length === 1 ? '1 post awaits approval and is' : `${length} posts await approval and are`;
  await context.io.note(`${what} not paused; to list: ${service`posts list --status awaiting-approval`}`);
}
