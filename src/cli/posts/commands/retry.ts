import * as z from 'zod';
import { PostChanged } from '../../../service/endpoints/post-answers.ts';
import { retryPost } from '../../../service/endpoints/posts.ts';
import { ServicePostId } from '../../../service/ids.ts';
import { buildPlannedView } from '../../context/planned-view.ts';
import { checkId } from '../../several/check-id.ts';
import { defineCommand } from '../../shell/command.ts';
import { REMOTE, WRITE } from '../../shell/flags/flags.ts';
import { createPrintedCommands } from '../../shell/printed-commands.ts';
import { readPost } from '../read-post.ts';
import { refuseRetry } from './refuse-retry.ts';

export default defineCommand({
  summary: 'Retry a post that failed on all of its networks',
  description: `
Sends the post to all of its networks again, once. The post is read first: if some networks published it, a retry would
publish it there twice, so it is refused and a command for a new post to the other networks is printed. With --dry-run
nothing is read.`,
  examples: [
    'posts retry Bx6hPf2QyLs8TnCv5RkG --dry-run',
    'posts retry Bx6hPf2QyLs8TnCv5RkG --dry-run --json',
  ],
  validationCode: 101,
  positional: ['id'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    id: ServicePostId.describe('Service Post ID, as printed by `posts list --status error`'),
  }),
  output: PostChanged,
  async run({ id, dryRun }, context) {
    checkId(id);
    const service = await context.client({ writes: !dryRun });
    const body = { id };
    if (dryRun) {
      return {
        view: buildPlannedView(service.plan(retryPost, { body })),
        notes: ['nothing was read; without --dry-run, the post is read first'],
      };
    }
    const record = await readPost(service, id, context);
    const refusal = await refuseRetry(id, record.body, context);
    if (refusal !== null) return refusal;
    const answer = await service.call(retryPost, { body });
    const printed = await createPrintedCommands(context);
    return {
      view: {
        kind: 'record',
        document: { ...answer.body, id: answer.body.id ?? id },
        lines: [
          { name: 'id', title: 'sent again', value: answer.body.id ?? id },
          { name: 'platforms', title: 'networks', value: record.body.platforms?.join(', ') ?? null },
          { name: 'refId', title: 'refId', value: answer.body.refId ?? null },
        ],
      },
      raw: answer.bytes,
      notes: [`the service is publishing it; see the result with: ${printed.service`posts get ${id}`}`],
    };
  },
});
