import * as z from 'zod';
import { SocialCommentId } from '../../../facts/ids.ts';
import { SOCIAL_DELETING_PLATFORMS } from '../../../facts/platforms.ts';
import { DeletedDocument } from '../../../facts/written-comment.ts';
import { readDeletedComments } from '../../../rules/read-written-comment.ts';
import { defineCommand } from '../../command.ts';
import { buildDeleteQuestion } from '../../comment-writes/build-delete-question.ts';
import { buildDeleteCall } from '../../comment-writes/comment-calls.ts';
import { ALLOW_PARTIAL, ID_FLAGS } from '../../comment-writes/comment-flags.ts';
import { explainUnknown } from '../../comment-writes/explain-unknown.ts';
import { refuseDeletion } from '../../comment-writes/refuse-comment.ts';
import { buildWrittenOutcome } from '../../comment-writes/written-outcome.ts';
import { REMOTE, WRITE } from '../../flags.ts';
import { buildPlannedView } from '../../planned-view.ts';
import { createPrintedCommands } from '../../printed-commands.ts';
import { dialectOf } from '../../settings/dialect-of.ts';
import { joinWithOr } from '../../suggest-nearest.ts';

export default defineCommand({
  summary: 'Delete comments, which cannot be undone',
  description: `
By its Service Comment ID, as "comments create" printed it, a comment goes on all of its networks. By a Service Post ID,
every comment goes that the service ever made under that post. With --platform the id is that network's own: of any comment under
a post of yours on ${joinWithOr(SOCIAL_DELETING_PLATFORMS.filter((each) => each !== 'tiktok'))}, and of your own on tiktok (328 otherwise).
Replies below a comment go with it.

It is asked about first; without a terminal it needs --yes.`,
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
      "a Service Comment ID or Service Post ID; with --platform, the network's own id of a comment",
    ),
    ...ID_FLAGS,
    ...ALLOW_PARTIAL,
  }),
  output: DeletedDocument,
  async run({ id, platform, allowPartial, yes, dryRun }, context) {
    refuseDeletion(id, platform);
    const social = platform === undefined ? {} : { searchPlatformId: true, platform };
    const call = buildDeleteCall(dialectOf(await context.choose()), { id, ...social });
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
      empty: 'nothing was there to delete: the service has no comment under this post',
      notes: [],
      commands: [],
      retry: [
        {
          lead: 'what is left is deleted by the same again',
          line: print.change`comments delete ${id} --yes`,
        },
      ],
    });
  },
});

const UNKNOWN =
  'check the id and --profile: it may be deleted already; if it is an id of a network, add --platform <network>';
