import * as z from 'zod';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { REPLY_MEDIA_PLATFORMS, WrittenDocument } from '../../../service/endpoints/comment-writes.ts';
import { SocialCommentId } from '../../../service/ids.ts';
import {
  type CommentPlatform,
  REPLYING_PLATFORMS,
  SOCIAL_REPLYING_PLATFORMS,
} from '../../../service/platforms.ts';
import { buildPlannedView } from '../../context/writes.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE, WRITE } from '../../shell/flags/flags.ts';
import {
  ALLOW_PARTIAL,
  buildReplyCall,
  ID_FLAGS,
  ONLY_REPLYING,
  type ReplyIds,
  readCommentText,
  refuseReply,
  TEXT_FLAGS,
} from '../comment-writes.ts';
import { sendComment } from '../send-comment.ts';

export default defineCommand({
  summary: 'Reply to a comment',
  description: `
With --platform, the id is a comment's own id on that network, as printed by "comments get"; urn:li: ids are always
LinkedIn. Without it, the id is a Service Comment ID as printed by "comments create", and the reply goes to every network
of that comment; use --only to choose some of them. --platform can be ${joinWithOr(SOCIAL_REPLYING_PLATFORMS)}.

--media works on ${joinWithOr(REPLY_MEDIA_PLATFORMS)}. If some networks fail, the reply stays on the others and the exit code is 3.`,
  examples: [
    'comments reply 18008214909100698 --platform instagram --text "Sí, a toda España"',
    'comments reply 7448350594484261151 --platform tiktok --video-id 7409313120237830141 --text "Two cups, then" --json',
    'comments reply \'urn:li:comment:(urn:li:activity:7312048571936420117,7377938387890400156)\' --text "We are hiring!" --dry-run',
  ],
  positional: ['commentId'],
  changes: true,
  validationCode: 101,
  flags: [REMOTE, WRITE],
  input: z.object({
    commentId: SocialCommentId.describe(
      'Service Comment ID; with --platform, the id of the comment on that network',
    ),
    ...TEXT_FLAGS,
    ...ID_FLAGS,
    ...ONLY_REPLYING,
    videoId: defineFlag(
      z.string().optional().describe('with --platform tiktok: id of the video that was commented on'),
      { placeholder: 'id' },
    ),
    commentUrn: defineFlag(
      z.string().optional().describe('with --platform linkedin: URN of the comment, if the id is not one'),
      { placeholder: 'urn' },
    ),
    ...ALLOW_PARTIAL,
  }),
  output: WrittenDocument,
  async run(
    { commentId, text: given, textFile, media, only, allowPartial, dryRun, ...named },
    { service, io },
  ) {
    const { platform, videoId, commentUrn } = resolveUrn(commentId, named);
    refuseReply({ id: commentId, platform, only, media, videoId, commentUrn });
    const { text, retry } = await readCommentText({ text: given, textFile }, io);
    const call = buildReplyCall({
      commentId,
      comment: text,
      ...(only.length > 0 && { platforms: [...only] }),
      ...(platform !== undefined && { searchPlatformId: true, platforms: [platform] }),
      ...(media !== undefined && { mediaUrls: [media] }),
      ...(videoId !== undefined && { videoId }),
      ...(commentUrn !== undefined && { commentUrn }),
    });
    const client = await service.client({ writes: !dryRun });
    if (dryRun) return { view: buildPlannedView(call.plan(client)) };
    return sendComment(call, client, {
      context: { service, io },
      command: 'reply',
      id: commentId,
      retry,
      media,
      legal: REPLYING_PLATFORMS.filter((each) => media === undefined || REPLY_MEDIA_PLATFORMS.includes(each)),
      allowPartial,
      unknown:
        platform === undefined
          ? 'check the id and --profile; for the id of a comment on a network, add --platform <network>'
          : `check the id and --profile, and that it is the id of a comment on ${platform}, under a post of yours`,
    });
  },
});

type ReplyTarget = ReplyIds & { readonly platform: CommentPlatform | undefined };

/** A URN implies LinkedIn, which requires the URN of the comment beside its id. */
function resolveUrn(id: string, { platform, videoId, commentUrn }: Partial<ReplyTarget>): ReplyTarget {
  const isUrn = id.startsWith('urn:li:');
  const whose = platform ?? (isUrn ? 'linkedin' : undefined);
  const isOfComment = whose === 'linkedin' && id.startsWith('urn:li:comment:');
  return { platform: whose, videoId, commentUrn: commentUrn ?? (isOfComment ? id : undefined) };
}
