import { PostChanged, retryPost } from '../../../../service/endpoints/posts.ts';
import type { PostRecord } from '../../../../service/posts.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { createRefusal } from '../../../framework/input/flags/schema-issues.ts';
import { buildChangeCells } from '../../../framework/many/change-several.ts';
import { defineBatchChange, type Refusal } from '../../../framework/many/define-batch-change.ts';
import { getLegName } from '../../../framework/output/failures.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { buildNewPostCommands } from '../build-post-commands.ts';
import { POST_IDS } from '../post-flags.ts';
import { buildRetryPosts, readPostOutcome } from '../read-post-outcome.ts';
import { readPost } from '../read-posts.ts';
import { findStoredFaults, noteStoredFaults, toStoredBody } from '../stored-faults.ts';

export default defineBatchChange({
  summary: 'Retry posts that failed on all of their networks',
  description: `
Sends the post to all of its networks again, once. The post is read first: if some networks published it, a retry would
publish it there twice, so it is refused and a command for a new post to the other networks is printed. With --dry-run
nothing is read.

With several ids or --ids-from, a failed or refused id does not stop the others: the JSON document has "results" with the
result of each id.`,
  examples: [
    'posts retry Bx6hPf2QyLs8TnCv5RkG --dry-run',
    'posts retry Bx6hPf2QyLs8TnCv5RkG --dry-run --json',
    'posts retry Bx6hPf2QyLs8TnCv5RkG Sp7kQm2XvLr9TzBd4HnW --dry-run',
  ],
  validationCode: 101,
  ids: POST_IDS,
  references: ['post'],
  call: retryPost,
  prepare: () => new Map<string, PostRecord>(),
  request: (id) => ({ body: { id } }),
  planNotes: ['nothing was read; without --dry-run, the post is read first'],
  async refuse(id, run) {
    const { body } = await readPost(run.client, id, run);
    const refusal = await refuseRetry(id, body, run);
    if (refusal === null) await noteFaults(id, body, run.io);
    run.made.set(id, body);
    return refusal;
  },
  done: 'retried',
  shownBy: crier`posts list`,
  one: {
    output: PostChanged,
    async show(body, given, run) {
      const id = body.id ?? given;
      const { service } = await createPrintedCommands(run);
      return {
        view: {
          kind: 'record',
          document: { ...body, id },
          cells: buildChangeCells(id, 'retried'),
          lines: [
            { name: 'id', title: 'sent again', value: id },
            {
              name: 'platforms',
              title: 'networks',
              value: run.made.get(given)?.platforms?.join(', ') ?? null,
            },
            { name: 'refId', title: 'refId', value: body.refId ?? null },
          ],
        },
        notes: [`the service is publishing it; see the result with: ${service`posts get ${given}`}`],
      };
    },
  },
});

async function noteFaults(id: string, record: PostRecord, io: IoPort): Promise<void> {
  const value = { record, isLate: false, ...findStoredFaults(record, io.now()) };
  await noteStoredFaults([{ id, value, failure: null, isSent: true }], io);
}

/**
 * Refuses to retry a post that is published on some network, or did not fail: a retry goes to all of its networks. A
 * new post to the networks that failed is the way to fix it.
 *
 * @returns null if it can be retried
 * @see docs/service/general.md#HTTP-11
 * @see docs/service/posts.md#update
 */
async function refuseRetry(id: string, record: PostRecord, context: CommandContext): Promise<Refusal | null> {
  const outcome = readPostOutcome(record);
  const { copies } = outcome;
  const status = record.status ?? null;
  const printed = await createPrintedCommands(context);
  if (status !== null && status !== 'error') {
    const message = `the post ${id} has the status "${status}": only posts with the status "error" can be retried`;
    return buildRefusal(message, `to see it: ${printed.service`posts get ${id}`}`);
  }
  if (copies.length === 0) return null;
  const names = copies.map(({ platform }) => getLegName(platform ?? null)).join(', ');
  const commands = await buildNewPostCommands(buildRetryPosts(toStoredBody(record), outcome), context);
  const advice =
    commands.length === 0
      ? `create a new post for only the networks that failed: ${printed.change`posts create`}`
      : 'create a new post where it failed; network options, a first comment, short links and disabled comments are not stored, so add them again';
  return {
    ...buildRefusal(
      `the post ${id} is published on ${names}, and a retry would publish it there again`,
      advice,
    ),
    commands,
  };
}

function buildRefusal(message: string, advice: string): Refusal {
  return { view: null, failure: createRefusal(message, { code: 101, advice }) };
}
