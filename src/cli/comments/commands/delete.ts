import * as z from 'zod';
import { readDeletedComments } from '../../../domain/comments/read-written-comment.ts';
import { DeletedDocument } from '../../../service/endpoints/written-comment.ts';
import { SocialCommentId } from '../../../service/ids.ts';
import { SOCIAL_DELETING_PLATFORMS } from '../../../service/platforms.ts';
import { buildPlannedView } from '../../context/planned-view.ts';
import { getDialect } from '../../settings/get-dialect.ts';
import { defineCommand } from '../../shell/command.ts';
import { REMOTE, WRITE } from '../../shell/flags/flags.ts';
import { createPrintedCommands } from '../../shell/printed-commands.ts';
import { joinWithOr } from '../../shell/suggest-nearest.ts';
import { buildDeleteCall } from '../comment-calls.ts';
import { ALLOW_PARTIAL, ID_FLAGS } from '../comment-flags.ts';
import { explainUnknown } from '../explain-unknown.ts';
import { refuseDeletion } from '../refuse-comment.ts';
import { buildWrittenOutcome } from '../written-outcome.ts';
import { buildDeleteQuestion } from './build-delete-question.ts';

export default defineCommand({
  summary: 'Delete comments permanently',
  description: `
With a Service Comment ID, deletes the comment on all of its networks. With a Service Post ID, deletes every comment that
the service made under the post. With --platform, the id is a comment's own id on that network: any comment under your
posts on ${joinWithOr(SOCIAL_DELETING_PLATFORMS.filter((each) => each !== 'tiktok'))}, and your own comments on tiktok (otherwise error 328). Replies to a comment are deleted with
it.

Asks for confirmation; without a terminal, --yes is required.`,
  examples: [
    'comments delete 18107387288286433 --platform instagram --yes',
    'comments delete Sp7kQm2XvLr9TzBd4HnW --yes --json',
    'comments delete 7495303818056650482 --platform tiktok --dry-run',
  ],
  positional: ['id'],
  changes: true,
  validationCode: 101,
  flags: [REMOTE, WRITE],
  input: z.object({
    id: SocialCommentId.describe(
      'Service Comment ID or Service Post ID; with --platform, a comment id there',
    ),
    ...ID_FLAGS,
    ...ALLOW_PARTIAL,
  }),
  output: DeletedDocument,
  async run({ id, platform, allowPartial, yes, dryRun }, context) {
    refuseDeletion(id, platform);
    const social = platform === undefined ? {} : { searchPlatformId: true, platform };
    const call = buildDeleteCall(getDialect(await context.choose()), { id, ...social });
    const client = await context.client({ writes: !dryRun });
    if (dryRun) return { view: buildPlannedView(call.plan(client)) };
    await context.confirm(buildDeleteQuestion({ id, platform, yes }, client));
    const answer = await call.send(client).catch(explainUnknown(UNKNOWN));
    const print = await createPrintedCommands(context);
    return buildWrittenOutcome({
      document: readDeletedComments(answer.body),
      answer,
      allowPartial,
      heading: null,
      empty: 'nothing to delete: the service has no comments under this post',
      notes: [],
      commands: [],
      retry: [
        {
          lead: 'retry to delete the rest',
          line: print.change`comments delete ${id} --yes`,
        },
      ],
    });
  },
});

const UNKNOWN =
  'check the id and --profile: it may be deleted already; for the id of a comment on a network, add --platform <network>';
