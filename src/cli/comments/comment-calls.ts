import type { Client, PlannedRequest } from '../../client/client.ts';
import type { ClientAnswer } from '../../client/transport.ts';
import { parseUrlShape } from '../../domain/addresses/url-shape.ts';
import { joinWithOr } from '../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../errors.ts';
import type { Endpoint, EndpointInput } from '../../service/endpoint.ts';
import {
  COMMENT_MEDIA_PLATFORMS,
  type CommentWritten,
  createComment,
  createCommentInAlt,
  deleteComments,
  deleteCommentsInAlt,
  REPLY_MEDIA_PLATFORMS,
  replyToComment,
  TIKTOK_PENDING_IDS,
} from '../../service/endpoints/comment-writes.ts';
import {
  type CommentPlatform,
  type Platform,
  SOCIAL_DELETING_PLATFORMS,
  SOCIAL_REPLYING_PLATFORMS,
} from '../../service/platforms.ts';
import { describeErrorCode } from '../render/failures.ts';
import type { Dialect } from '../settings/settings.ts';
import { checkId } from '../several/read-ids.ts';

/** A request that writes or deletes comments, in the service's dialect. */
export interface CommentCall {
  plan(client: Client): PlannedRequest;
  send(client: Client): Promise<ClientAnswer<CommentWritten>>;
}

type CallBody<E extends Endpoint> = EndpointInput<E> extends { readonly body: infer Sent } ? Sent : never;

export function buildCreateCall(
  dialect: Dialect,
  id: string,
  body: CallBody<typeof createComment>,
): CommentCall {
  return dialect === 'alt'
    ? buildCall(createCommentInAlt, { body: { ...body, id } })
    : buildCall(createComment, { params: { id }, body });
}

/** Both dialects have the same route. */
export function buildReplyCall(body: CallBody<typeof replyToComment>): CommentCall {
  return buildCall(replyToComment, { body });
}

export function buildDeleteCall(
  dialect: Dialect,
  { id, ...body }: CallBody<typeof deleteComments> & { readonly id: string },
): CommentCall {
  return dialect === 'alt'
    ? buildCall(deleteCommentsInAlt, { params: { id }, body })
    : buildCall(deleteComments, { body: { id, ...body } });
}

function buildCall<E extends Endpoint & { readonly answer: typeof CommentWritten }>(
  row: E,
  input: EndpointInput<E>,
): CommentCall {
  return { plan: (client) => client.plan(row, input), send: (client) => client.call(row, input) };
}

/** What comments and replies have in common. */
interface CommentTarget {
  readonly id: string;
  readonly platform: CommentPlatform | undefined;
  readonly only: readonly CommentPlatform[];
  readonly media: string | undefined;
}

/**
 * Refuses a comment on a post that the service would refuse.
 *
 * @throws CrierError of kind usage (101), or not-ready (288) for a TikTok post without an id; nothing was sent
 * @see docs/service/comments.md#create, #COM-19
 */
export function refuseComment(target: CommentTarget): void {
  refuseWriting(target, COMMENT_MEDIA_PLATFORMS);
  if (target.platform === 'tiktok') refuseUnpublished(target.id);
}

/** Further input of a reply. */
interface ReplyWriteTarget extends CommentTarget {
  readonly videoId: string | undefined;
  readonly commentUrn: string | undefined;
}

/** Refuses a reply that the service would refuse. @see docs/service/comments.md#reply, #COM-19 */
export function refuseReply(reply: ReplyWriteTarget): void {
  const { platform, videoId, commentUrn } = reply;
  refuseWriting(reply, REPLY_MEDIA_PLATFORMS);
  if (platform !== undefined && !SOCIAL_REPLYING_PLATFORMS.includes(platform))
    throw buildRefusal(
      `${platform} comments cannot be replied to by the network's id`,
      `only ${joinWithOr(SOCIAL_REPLYING_PLATFORMS)} support it; elsewhere, use a Service Comment ID without --platform`,
    );
  refuseStray('--video-id', videoId, { platform, of: 'tiktok' });
  refuseStray('--comment-urn', commentUrn, { platform, of: 'linkedin' });
  if (platform === 'tiktok' && videoId === undefined)
    throw buildRefusal(
      'a TikTok reply needs the id of the video',
      'add --video-id: "comments get <post> --json" has it as videoId in "extra"',
    );
  if (platform === 'linkedin' && commentUrn === undefined)
    throw buildRefusal(
      'a LinkedIn reply needs the URN of the comment',
      'add --comment-urn: "comments get <post> --json" has it as commentUrn in "extra"',
    );
  if (videoId !== undefined) refuseUnpublished(videoId);
}

/** Refuses a deletion that the service would refuse. @see docs/service/comments.md#delete */
export function refuseDeletion(id: string, platform: CommentPlatform | undefined): void {
  checkId(id);
  if (platform === undefined || SOCIAL_DELETING_PLATFORMS.includes(platform)) return;
  throw buildRefusal(
    `${platform} comments cannot be deleted by the network's id`,
    `only ${joinWithOr(SOCIAL_DELETING_PLATFORMS)} support it; elsewhere, use a Service Comment ID without --platform`,
  );
}

function refuseWriting({ id, platform, only, media }: CommentTarget, takeMedia: readonly Platform[]): void {
  checkId(id);
  if (platform !== undefined && only.length > 0)
    throw buildRefusal(
      '--platform and --only cannot be used together',
      '--platform is for an id of that network; --only selects networks of a service id',
    );
  if (media === undefined) return;
  if (parseUrlShape(media) === null)
    throw buildRefusal('--media is not a URL', 'write a URL such as https://img.example.com/a.jpg');
  const named = platform === undefined ? only : [platform];
  const without = named.filter((each) => !takeMedia.includes(each));
  if (without.length > 0)
    throw buildRefusal(
      `media is not supported here on ${without.join(', ')}`,
      `only on ${takeMedia.join(', ')}`,
    );
}

function refuseStray(
  flag: string,
  value: string | undefined,
  { platform, of }: { readonly platform: CommentPlatform | undefined; readonly of: CommentPlatform },
): void {
  if (value === undefined) return;
  if (platform !== of)
    throw buildRefusal(`${flag} only applies to ${of}`, `add --platform ${of}, or omit ${flag}`);
  checkId(value);
}

function refuseUnpublished(id: string): void {
  if (!TIKTOK_PENDING_IDS.includes(id)) return;
  throw new CrierError('not-ready', `the TikTok post has no id yet: it is "${id}"`, describeErrorCode(288));
}

function buildRefusal(message: string, advice: string): CrierError {
  return new CrierError('usage', message, { ...describeErrorCode(101), advice });
}
