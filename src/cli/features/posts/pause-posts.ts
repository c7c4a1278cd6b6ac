import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { updatePost } from '../../../service/endpoints/posts.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { PostStatus } from '../../../service/posts.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import type { ChangeWords } from '../../framework/command/define-change.ts';
import { createPrintedCommands } from '../../framework/command/printed-commands.ts';
import { defineSwitch } from '../../framework/input/flags/flags.ts';
import { defineBatchChange } from '../../framework/many/define-batch-change.ts';
import { crier } from '../../framework/output/text/shell-command.ts';
import { POST_IDS } from './post-flags.ts';
import { readHistory } from './read-posts.ts';
import { checkStoredPosts, noteLatePosts, noteStoredFaults } from './stored-faults.ts';

const DONE = { pause: 'paused', resume: 'resumed' } as const;
const STATUS = { pause: 'paused', resume: 'scheduled' } as const;
const ALL_SCHEDULED = {
  pause: 'pause all scheduled posts',
  resume: 'resume what "posts pause --all-scheduled" paused',
} as const;

/** Defines one of the two commands; both change several posts by their ids, or all at once. */
export function definePauseCommand({
  action,
  ...words
}: Omit<ChangeWords<z.ZodObject>, 'input' | 'output'> & { action: 'pause' | 'resume' }) {
  return defineBatchChange({
    ...words,
    ids: POST_IDS,
    references: ['post'],
    input: z.object({ allScheduled: defineSwitch(ALL_SCHEDULED[action]) }),
    all: { flag: 'allScheduled', action, noun: 'posts', list: listScheduledIds },
    call: updatePost,
    judgedBy: { scheduledPause: action === 'pause' },
    request: (id) => ({ body: { id, scheduledPause: action === 'pause' } }),
    async inspect(_input, run) {
      if (action === 'pause') return;
      const posts = await checkStoredPosts(run.ids, run.client, run);
      await noteStoredFaults(posts, run.io);
      await noteLatePosts(posts, run.io);
    },
    done: DONE[action],
    status: STATUS[action],
    shownBy: crier`posts list`,
  });
}

async function listScheduledIds(run: CommandContext & { client: Client }): Promise<readonly string[]> {
  const ids = await listIds(run.client, 'pending');
  await noteUnapproved(run.client, run);
  return ids;
}

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
