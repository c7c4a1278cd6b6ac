import * as z from 'zod';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { COMMENT_MEDIA_PLATFORMS, WrittenDocument } from '../../../service/endpoints/comment-writes.ts';
import { AnyId, isLikelyServicePostId } from '../../../service/ids.ts';
import { COMMENTING_PLATFORMS } from '../../../service/platforms.ts';
import { buildPlannedView } from '../../context/writes.ts';
import { getDialect } from '../../settings/service-account.ts';
import { defineCommand } from '../../shell/command.ts';
import { REMOTE, WRITE } from '../../shell/flags/flags.ts';
import {
  ALLOW_PARTIAL,
  buildCreateCall,
  ID_FLAGS,
  ONLY_COMMENTING,
  readCommentText,
  refuseComment,
  TEXT_FLAGS,
} from '../comment-writes.ts';
import { sendComment } from '../send-comment.ts';

export default defineCommand({
  summary: 'Comment on a post on all of its networks',
  description: `
With a Service Post ID, comments on every network of the post; use --only to choose some of them. With --platform, the id
is a post's own id on that network. The comment is public at once and comes from the linked accounts. The printed Service
Comment ID works with "comments reply" and "comments delete" on all of its networks. "comments get" lists the comment
after the next refresh.

--media works on ${joinWithOr(COMMENT_MEDIA_PLATFORMS)}, and fails on other networks. If some networks fail, the comment stays on
the others, the exit code is 3, and a command that retries only the failed networks is printed; repeating the whole
command would comment twice. "comments post" is a synonym.`,
  examples: [
    'comments create Sp7kQm2XvLr9TzBd4HnW --text "Thank you all, we read every one of these!"',
    'comments create Sp7kQm2XvLr9TzBd4HnW --text "Back in stock" --only instagram --only facebook --json',
    'comments create 18119826100716099 --platform instagram --text "Doors open at nine" --dry-run',
  ],
  positional: ['postId'],
  changes: true,
  validationCode: 101,
  flags: [REMOTE, WRITE],
  input: z.object({
    postId: AnyId.describe('Service Post ID; with --platform, the id of the post on that network'),
    ...TEXT_FLAGS,
    ...ID_FLAGS,
    ...ONLY_COMMENTING,
    ...ALLOW_PARTIAL,
  }),
  output: WrittenDocument,
  async run({ postId, text: given, textFile, media, platform, only, allowPartial, dryRun }, { service, io }) {
    refuseComment({ id: postId, platform, only, media });
    const { text, retry } = await readCommentText({ text: given, textFile }, io);
    const call = buildCreateCall(getDialect(await service.choose()), postId, {
      comment: text,
      ...(only.length > 0 && { platforms: [...only] }),
      ...(platform !== undefined && { searchPlatformId: true, platforms: [platform] }),
      ...(media !== undefined && { mediaUrls: [media] }),
    });
    const client = await service.client({ writes: !dryRun });
    if (dryRun) return { view: buildPlannedView(call.plan(client)) };
    return sendComment(call, client, {
      context: { service, io },
      command: 'create',
      id: postId,
      retry,
      media,
      legal: COMMENTING_PLATFORMS.filter(
        (each) => media === undefined || COMMENT_MEDIA_PLATFORMS.includes(each),
      ),
      allowPartial,
      unknown:
        platform === undefined
          ? 'check the id and --profile; for the id of a post on a network, add --platform <network>'
          : isLikelyServicePostId(postId)
            ? `this looks like a Service Post ID: use --only ${platform} instead of --platform`
            : `check the id and --profile, and that it is the id of a post on ${platform}`,
    });
  },
});
