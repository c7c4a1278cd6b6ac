import * as z from 'zod';
import { joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { AnyId, isLikelyServicePostId } from '../../../../service/ids.ts';
import { COMMENT_MEDIA_PLATFORMS, type CommentPlatform, PLATFORMS } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { WRITE_PROFILES } from '../../../framework/input/flags/write-profiles.ts';
import { IDS_FROM, readIdsOrRaw } from '../../../framework/many/read-ids.ts';
import { getDialect } from '../../../framework/settings/service-account.ts';
import {
  ALLOW_PARTIAL,
  buildCreateCall,
  checkCommentLength,
  ID_FLAGS,
  ONLY_COMMENTING,
  readCommentText,
  refuseComment,
  TEXT_FLAGS,
} from '../comment-writes.ts';
import { sendComments } from '../send-comments.ts';

export default defineCommand({
  summary: 'Comment on posts on all of their networks',
  description: `
With a Service Post ID, comments on every network of the post; use --only to choose some of them. With --platform, an id
is a post's own id on that network. The comment is public at once and comes from the linked accounts. The printed Service
Comment ID works with "comments reply" and "comments delete" on all of its networks. "comments get" lists the comment
after the next refresh.

--media works on ${joinWithOr(COMMENT_MEDIA_PLATFORMS)}, and fails on other networks. If some networks fail, the comment stays on
the others, the exit code is 3, and a command that retries only the failed networks is printed; repeating the whole
command would comment twice. "comments post" is a synonym.

With several ids or --ids-from, the same text goes to each post, one after another, and a failed id does not stop the
others: "results" in the JSON document has the result of each id, and "networks" those of all, with "requestedId".`,
  examples: [
    'comments create Sp7kQm2XvLr9TzBd4HnW --text "Thank you all, we read every one of these!"',
    'comments create Sp7kQm2XvLr9TzBd4HnW --text "Back in stock" --only instagram --only facebook --json',
    'comments create 18119826100716099 --platform instagram --text "Doors open at nine" --dry-run',
  ],
  positional: ['ids'],
  references: ['post', 'networkPost'],
  changes: true,
  validationCode: 101,
  flags: [REMOTE, WRITE, WRITE_PROFILES],
  input: z.object({
    ids: defineFlag(
      z
        .array(AnyId)
        .default([])
        .describe('Service Post IDs; with --platform, the ids of the posts on that network'),
      { placeholder: 'post-id', offers: 'post id' },
    ),
    idsFrom: IDS_FROM,
    ...TEXT_FLAGS,
    ...ID_FLAGS,
    ...ONLY_COMMENTING,
    ...ALLOW_PARTIAL,
  }),
  output: async () => (await import('../write-several.ts')).WrittenOutput,
  records: 'networks',
  async run(
    { ids: given, idsFrom, text: givenText, textFile, media, platform, only, allowPartial, dryRun },
    context,
  ) {
    const { service, io } = context;
    const ids = await readIdsOrRaw({ ids: given, idsFrom }, io);
    for (const id of ids) refuseComment({ id, platform, only, media });
    const { text, retry } = await readCommentText({ text: givenText, textFile }, io);
    await checkCommentLength(text, platform === undefined ? only : [platform], io);
    const dialect = getDialect(await service.choose());
    const toCall = (id: string) => buildCreateCall(dialect, text, { id, platform, only, media });
    return sendComments(
      ids,
      { idsFrom, dryRun },
      {
        context,
        command: 'create',
        toCall,
        retry,
        media,
        allowPartial,
        adviseUnknown: (id) => adviseUnknownPost(id, platform),
      },
    );
  },
});

function adviseUnknownPost(id: string, platform: CommentPlatform | undefined): string {
  if (platform === undefined)
    return 'check the id and --profile; for the id of a post on a network, add --platform <network>';
  return isLikelyServicePostId(id)
    ? `this looks like a Service Post ID: use --only ${platform} instead of --platform`
    : `check the id and --profile, and that it is the id of a post on ${PLATFORMS[platform].name}`;
}
