import * as z from 'zod';
import { joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { REPLY_VARIABLES } from '../../../../domain/text/reply-variables.ts';
import { CrierError, createUsageError, ignoreErrors } from '../../../../errors.ts';
import { SocialCommentId } from '../../../../service/ids.ts';
import {
  type CommentPlatform,
  PLATFORMS,
  REPLY_MEDIA_PLATFORMS,
  SOCIAL_REPLYING_PLATFORMS,
} from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { defineFlag, defineTextFlag, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { WRITE_PROFILES } from '../../../framework/input/flags/write-profiles.ts';
import { IDS_FROM, readIdsOrRaw } from '../../../framework/many/read-ids.ts';
import { getNetworkName } from '../../../framework/output/cell.ts';
import {
  ALLOW_PARTIAL,
  buildReplyCall,
  checkCommentLength,
  findRefused,
  ID_FLAGS,
  ONLY_REPLYING,
  type ReplyIds,
  readCommentText,
  refuseReply,
  requireAny,
  TEXT_FLAGS,
} from '../comment-writes.ts';
import { formatAuthor } from '../comments-outcome.ts';
import { createReplyFiller, isReplyTemplate } from '../fill-reply.ts';
import { sendComments } from '../send-comments.ts';

export default defineCommand({
  summary: 'Reply to comments',
  description: `
With --platform, an id is a comment's own id on that network, as printed by "comments get"; urn:li: ids are always
LinkedIn. Without it, the id is a Service Comment ID as printed by "comments create", and the reply goes to every network
of that comment; use --only to choose some of them. --platform can be ${joinWithOr(SOCIAL_REPLYING_PLATFORMS)}.

--media works on ${joinWithOr(REPLY_MEDIA_PLATFORMS)}. If some networks fail, the reply stays on the others and the exit code is 3.

With several ids or --ids-from, the same text answers each comment, one after another, and a failed id does not stop the
others: "results" in the JSON document has the result of each id, and "networks" those of all, with "requestedId".
--platform and --video-id apply to all ids. Short references may be of several networks, and so may rows of a file that name
theirs, such as those of "comments inbox -o ndjson"; a comment on a network that takes no reply fails, and the others are sent.

{{handle}} and {{name}} are filled for each comment by the names of its writer; a handle is without @, and {{name}} is the
handle where the network has no names. {{{{ is a literal {{.`,
  before: ['replies save thanks --text "Thank you, @{{handle}}!"'],
  examples: [
    'comments reply 18008214909100698 --platform instagram --text "Sí, a toda España"',
    'comments reply 18008214909100698 18054973922452013 --platform instagram --text "Thank you!" --json',
    'comments reply 18008214909100698 --platform instagram --text "Thank you, @{{handle}}!"',
    'comments reply 18008214909100698 --platform instagram --saved thanks',
    'comments reply 7448350594484261151 --platform tiktok --video-id 7409313120237830141 --text "Two cups, then" --json',
    'comments reply \'urn:li:comment:(urn:li:activity:7312048571936420117,7377938387890400156)\' --text "We are hiring!" --dry-run',
  ],
  positional: ['ids'],
  references: ['comment'],
  mixesReferences: true,
  changes: true,
  validationCode: 101,
  flags: [REMOTE, WRITE, WRITE_PROFILES],
  input: z.object({
    ids: defineFlag(
      z
        .array(SocialCommentId)
        .default([])
        .describe('Service Comment IDs; with --platform, the ids of the comments on that network'),
      { placeholder: 'comment-id' },
    ),
    idsFrom: IDS_FROM,
    ...TEXT_FLAGS,
    saved: defineTextFlag('send the reply that is saved under this name ("crier replies")', {
      placeholder: 'name',
      conflicts: ['text', 'textFile'],
    }),
    ...ID_FLAGS,
    ...ONLY_REPLYING,
    videoId: defineTextFlag('with --platform tiktok: id of the video that was commented on', {
      placeholder: 'id',
    }),
    commentUrn: defineTextFlag('with --platform linkedin: URN of the comment, if the id is not one', {
      placeholder: 'urn',
    }),
    ...ALLOW_PARTIAL,
  }),
  output: async () => (await import('../write-several.ts')).WrittenOutput,
  records: 'networks',
  async run(
    { ids: given, idsFrom, text: typedText, textFile, saved, media, only, allowPartial, dryRun, ...named },
    context,
    flagsOf,
  ) {
    const { io } = context;
    const ids = await readIdsOrRaw({ ids: given, idsFrom }, io);
    if (named.commentUrn !== undefined && ids.length > 1)
      throw createUsageError('--comment-urn is of one comment', 'give one id, or URNs as ids');
    const givenText = saved === undefined ? typedText : await readSavedText(saved, io);
    const toTarget = (id: string) => resolveUrn(id, { ...named, ...flagsOf(id) });
    const unsent = findRefused(ids, (id) => refuseReply({ id, only, media, ...toTarget(id) }));
    const [answered] = ids.length === 1 && givenText === undefined && textFile === undefined ? ids : [];
    if (answered !== undefined) await showAnswered({ id: answered, ...toTarget(answered) }, context);
    const { text, typed, retry } = await readCommentText({ text: givenText, textFile }, io, REPLY_VARIABLES);
    const sent = ids.filter((id) => !unsent.has(id));
    const texts = new Map<string, string>();
    if (isReplyTemplate(typed)) {
      const fill = createReplyFiller(typed, only, context);
      for (const id of sent) {
        const filled = await fill(id, { ...toTarget(id), author: flagsOf(id).author });
        if (filled instanceof CrierError) unsent.set(id, filled);
        else texts.set(id, filled);
      }
      requireAny(ids, unsent);
    } else
      await checkCommentLength(text, [...only, ...sent.flatMap((id) => toTarget(id).platform ?? [])], io);
    const toCall = (id: string) =>
      buildReplyCall(texts.get(id) ?? text, { id, only, media, ...toTarget(id) });
    return sendComments(
      ids,
      { idsFrom, dryRun },
      {
        context,
        command: 'reply',
        unsent,
        toCall,
        retry,
        media,
        allowPartial,
        adviseUnknown: (id) => adviseUnknownComment(toTarget(id).platform),
      },
    );
  },
});

/** @throws CrierError of kind usage for a name that is not saved */
async function readSavedText(name: string, io: IoPort): Promise<string | undefined> {
  const { openSavedReplies, pickReplies } = await import('../saved-replies.ts'); // most replies are typed
  return pickReplies(openSavedReplies(io).list(), [name])[0]?.text;
}

function adviseUnknownComment(platform: CommentPlatform | undefined): string {
  return platform === undefined
    ? 'check the id and --profile; for the id of a comment on a network, add --platform <network>'
    : `check the id and --profile, and that it is the id of a comment on ${PLATFORMS[platform].name}, under one of your posts`;
}

type ReplyTarget = ReplyIds & { platform: CommentPlatform | undefined };

/** A URN implies LinkedIn, which requires the URN of the comment beside its id. */
function resolveUrn(id: string, { platform, videoId, commentUrn }: Partial<ReplyTarget>): ReplyTarget {
  const isUrn = id.startsWith('urn:li:');
  const whose = platform ?? (isUrn ? 'linkedin' : undefined);
  const isOfComment =
    whose !== undefined &&
    PLATFORMS[whose].comments.replyNeeds === 'commentUrn' &&
    id.startsWith('urn:li:comment:');
  return { platform: whose, videoId, commentUrn: commentUrn ?? (isOfComment ? id : undefined) };
}

/** Shows the comment before its answer is typed; what cannot be read does not stop the answer. */
async function showAnswered(
  { id, platform }: { id: string; platform?: CommentPlatform | undefined },
  { service, io }: CommandContext,
): Promise<void> {
  if (platform === undefined || !io.canPrompt) return;
  const { readComments } = await import('../read-comments.ts');
  const read = async () => readComments(await service.client(), { id, platform, comment: true });
  const comment = (await ignoreErrors(read()))?.document.comments[0];
  if (comment === undefined) return;
  await io.note(
    `${formatAuthor(comment) || 'a comment'} on ${getNetworkName(platform)}: ${comment.text ?? ''}`,
  );
}
