import * as z from 'zod';
import type { Client, PlannedRequest } from '../../../client/client.ts';
import type { ClientAnswer } from '../../../client/transport.ts';
import { parseUrlShape } from '../../../domain/addresses/url-shape.ts';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import type { Endpoint, EndpointInput } from '../../../service/endpoint.ts';
import {
  type CommentWritten,
  createComment,
  createCommentInAlt,
  deleteComments,
  deleteCommentsInAlt,
  replyToComment,
  TIKTOK_PENDING_IDS,
} from '../../../service/endpoints/comment-writes.ts';
import {
  COMMENT_MEDIA_PLATFORMS,
  COMMENTING_PLATFORMS,
  CommentPlatform,
  PLATFORMS,
  type Platform,
  REPLY_MEDIA_PLATFORMS,
  REPLYING_PLATFORMS,
  SOCIAL_DELETING_PLATFORMS,
  SOCIAL_REPLYING_PLATFORMS,
} from '../../../service/platforms.ts';
import type { IoPort } from '../../framework/command/io.ts';
import {
  checkTextLength,
  noteSuspicions,
  noteTextLength,
  readPublicText,
} from '../../framework/input/files/check-text.ts';
import { readMessage } from '../../framework/input/files/read-files.ts';
import { isPlainText } from '../../framework/input/files/text-argument.ts';
import { defineFlag, defineSwitch, defineTextFlag } from '../../framework/input/flags/flags.ts';
import { createRefusal } from '../../framework/input/flags/schema-issues.ts';
import { checkId } from '../../framework/many/read-ids.ts';
import { getNetworkName } from '../../framework/output/cell.ts';
import { describeErrorCode } from '../../framework/output/failures.ts';
import { buildWords, isPortable, type ShellWords } from '../../framework/output/text/shell-command.ts';
import type { Dialect } from '../../framework/settings/settings.ts';

/** Text and media of a comment. */
export const TEXT_FLAGS = {
  text: defineTextFlag('text of the comment', { placeholder: 'text', conflicts: ['textFile'] }),
  textFile: defineTextFlag('read the text from this file (`-` for standard input)', { placeholder: 'file' }),
  media: defineTextFlag('URL of an image or video, on networks that accept one', { placeholder: 'url' }),
};

/** Which network an id belongs to. */
export const ID_FLAGS = {
  platform: defineFlag(
    CommentPlatform.optional().describe('network that the ids belong to (default: service ids)'),
    { placeholder: 'network' },
  ),
};

/** Selects some networks of a service id. */
function buildOnlyFlag(legal: readonly CommentPlatform[]) {
  return defineFlag(
    z.array(z.enum(legal)).default([]).describe('only on this network (default: all of the post)'),
    { placeholder: 'network' },
  );
}

export const ONLY_COMMENTING = { only: buildOnlyFlag(COMMENTING_PLATFORMS) };
export const ONLY_REPLYING = { only: buildOnlyFlag(REPLYING_PLATFORMS) };

export const ALLOW_PARTIAL = {
  allowPartial: defineSwitch('exit 0 even if some networks or ids failed'),
};

/** Words of a command for the same text. */
export interface RetryText {
  readonly words: ShellWords;
  /** The file that the user has to write the text to; null if there is none. */
  readonly toFile: string | null;
}

/**
 * Reads the text of a comment from a flag, a file or a prompt.
 *
 * @returns it as it was typed, too, for a reply that is a template
 * @throws CrierError of kind usage without a text, with two, or with a blank one (101), or with other variables
 */
export async function readCommentText(
  { text: given, textFile }: { text: string | undefined; textFile: string | undefined },
  io: IoPort,
  variables?: ReadonlyMap<string, string>,
): Promise<{ text: string; typed: string; retry: RetryText }> {
  const text =
    given ??
    (textFile === undefined ? await io.askLine('Comment') : await readMessage(textFile, io.readFile));
  if (text === null)
    throw createWriteRefusal('the text is missing', 'add --text or --text-file (`-` for standard input)');
  if (text.trim() === '') throw createWriteRefusal('the text is blank', 'add a text');
  await noteSuspicions(text, io);
  return { text: readPublicText(text, variables), typed: text, retry: buildTextRetry(text, textFile) };
}

/**
 * Refuses a comment or reply that is too long for one of its networks; without any, only the service knows them.
 *
 * @throws CrierError of kind usage (101); nothing was sent
 * @see docs/service/limits.md#texts
 */
export async function checkCommentLength(
  text: string,
  networks: readonly CommentPlatform[],
  io: IoPort,
): Promise<void> {
  const toLimits = (platform: CommentPlatform) => ({ platform, limits: PLATFORMS[platform].comments.limits });
  if (networks.length > 0) return checkTextLength(text, [...new Set(networks)].map(toLimits), io);
  await noteTextLength(text, COMMENTING_PLATFORMS.map(toLimits), io);
}

/** Longer texts are hard to copy from a terminal. */
const LONGEST = 500;
const TEXT_FILE = 'comment.txt';

/** Standard input can only be read once, and a text that shells interpret differently goes to a file. */
function buildTextRetry(text: string, file: string | undefined): RetryText {
  if (file !== undefined && file !== '-') return { words: buildWords`--text-file ${file}`, toFile: null };
  const flag = buildWords`--text ${text}`;
  return text.length <= LONGEST && isPortable(flag) && isPlainText(text)
    ? { words: flag, toFile: null }
    : { words: buildWords`--text-file ${TEXT_FILE}`, toFile: TEXT_FILE };
}

/** A request that writes or deletes comments, in the service's dialect. */
export interface CommentCall {
  plan(client: Client): PlannedRequest;
  send(client: Client): Promise<ClientAnswer<CommentWritten>>;
}

type CallBody<E extends Endpoint> = EndpointInput<E> extends { body: infer Sent } ? Sent : never;

export function buildCreateCall(
  dialect: Dialect,
  text: string,
  { id, ...target }: CommentTarget,
): CommentCall {
  const body = buildTargetedText(text, target);
  return dialect === 'alt'
    ? buildCall(createCommentInAlt, { body: { ...body, id } })
    : buildCall(createComment, { params: { id }, body });
}

/** Both dialects have the same route. */
export function buildReplyCall(
  text: string,
  { id, videoId, commentUrn, ...target }: CommentTarget & ReplyIds,
): CommentCall {
  const body = {
    commentId: id,
    ...buildTargetedText(text, target),
    ...(videoId !== undefined && { videoId }),
    ...(commentUrn !== undefined && { commentUrn }),
  };
  return buildCall(replyToComment, { body });
}

/** What the requests of comments and replies have in common. */
function buildTargetedText(text: string, { platform, only, media }: Omit<CommentTarget, 'id'>) {
  return {
    comment: text,
    ...(only.length > 0 && { platforms: [...only] }),
    ...(platform !== undefined && { searchPlatformId: true, platforms: [platform] }),
    ...(media !== undefined && { mediaUrls: [media] }),
  };
}

export function buildDeleteCall(
  dialect: Dialect,
  { id, ...body }: CallBody<typeof deleteComments> & { id: string },
): CommentCall {
  return dialect === 'alt'
    ? buildCall(deleteCommentsInAlt, { params: { id }, body })
    : buildCall(deleteComments, { body: { id, ...body } });
}

function buildCall<E extends Endpoint & { answer: typeof CommentWritten }>(
  row: E,
  input: EndpointInput<E>,
): CommentCall {
  return { plan: (client) => client.plan(row, input), send: (client) => client.call(row, input) };
}

/** What comments and replies have in common. */
interface CommentTarget {
  id: string;
  platform: CommentPlatform | undefined;
  only: readonly CommentPlatform[];
  media: string | undefined;
}

/**
 * Refuses a comment on a post that the service would refuse.
 *
 * @throws CrierError of kind usage (101), or not-ready (288) for a TikTok post without an id; nothing was sent
 * @see docs/service/comments.md#create, #COM-19
 */
export function refuseComment(target: CommentTarget): void {
  refuseWriting(target, COMMENT_MEDIA_PLATFORMS);
  if (target.platform !== undefined && PLATFORMS[target.platform].publishesLater)
    refuseUnpublished(target.id);
}

/** What only replies on some networks have. */
export interface ReplyIds {
  readonly videoId: string | undefined;
  readonly commentUrn: string | undefined;
}

/** Refuses a reply that the service would refuse. @see docs/service/comments.md#reply, #COM-19 */
export function refuseReply(reply: CommentTarget & ReplyIds): void {
  const { platform, videoId, commentUrn } = reply;
  refuseWriting(reply, REPLY_MEDIA_PLATFORMS);
  if (platform !== undefined && !SOCIAL_REPLYING_PLATFORMS.includes(platform))
    throw createWriteRefusal(
      `${getNetworkName(platform)} comments cannot be replied to by the network's id`,
      `only ${joinWithOr(SOCIAL_REPLYING_PLATFORMS.map(getNetworkName))} support it; elsewhere, use a Service Comment ID without --platform`,
    );
  const needs = platform === undefined ? undefined : PLATFORMS[platform].comments.replyNeeds;
  refuseStray('--video-id', videoId, { platform, of: 'tiktok' });
  refuseStray('--comment-urn', commentUrn, { platform, of: 'linkedin' });
  if (needs === 'videoId' && videoId === undefined)
    throw createWriteRefusal(
      'a TikTok reply needs the id of the video',
      'add --video-id: "comments get <post> --json" has it as videoId in "extra"',
    );
  if (needs === 'commentUrn' && commentUrn === undefined)
    throw createWriteRefusal(
      'a LinkedIn reply needs the URN of the comment',
      'add --comment-urn: "comments get <post> --json" has it as commentUrn in "extra"',
    );
  if (videoId !== undefined) refuseUnpublished(videoId);
}

/** Refuses a deletion that the service would refuse. @see docs/service/comments.md#delete */
export function refuseDeletion(id: string, platform: CommentPlatform | undefined): void {
  checkId(id);
  if (platform === undefined || SOCIAL_DELETING_PLATFORMS.includes(platform)) return;
  throw createWriteRefusal(
    `${getNetworkName(platform)} comments cannot be deleted by the network's id`,
    `only ${joinWithOr(SOCIAL_DELETING_PLATFORMS.map(getNetworkName))} support it; elsewhere, use a Service Comment ID without --platform`,
  );
}

/**
 * The ids that are not sent, and why: one on a network that takes no such request does not stop the others.
 *
 * @throws CrierError when that is all of them
 */
export function findRefused(ids: readonly string[], refuse: (id: string) => void): Map<string, CrierError> {
  const refused = new Map<string, CrierError>();
  for (const id of ids) {
    try {
      refuse(id);
    } catch (error) {
      if (!(error instanceof CrierError)) throw error;
      refused.set(id, error);
    }
  }
  requireAny(ids, refused);
  return refused;
}

/** @throws CrierError the first of these failures, when every id has one */
export function requireAny(ids: readonly string[], failed: ReadonlyMap<string, CrierError>): void {
  const [first] = failed.values();
  if (first !== undefined && failed.size === ids.length) throw first;
}

function refuseWriting({ id, platform, only, media }: CommentTarget, takeMedia: readonly Platform[]): void {
  checkId(id);
  if (platform !== undefined && only.length > 0)
    throw createWriteRefusal(
      '--platform and --only cannot be used together',
      '--platform is for an id of that network; --only selects networks of a service id',
    );
  if (media === undefined) return;
  if (parseUrlShape(media) === null)
    throw createWriteRefusal('--media is not a URL', 'write a URL such as https://img.example.com/a.jpg');
  const named = platform === undefined ? only : [platform];
  const without = named.filter((each) => !takeMedia.includes(each));
  if (without.length > 0)
    throw createWriteRefusal(
      `media is not supported here on ${joinWithOr(without.map(getNetworkName))}`,
      `only on ${joinWithOr(takeMedia.map(getNetworkName))}`,
    );
}

function refuseStray(
  flag: string,
  value: string | undefined,
  { platform, of }: { platform: CommentPlatform | undefined; of: CommentPlatform },
): void {
  if (value === undefined) return;
  if (platform !== of)
    throw createWriteRefusal(
      `${flag} only applies to ${getNetworkName(of)}`,
      `add --platform ${of}, or omit ${flag}`,
    );
  checkId(value);
}

function refuseUnpublished(id: string): void {
  if (!TIKTOK_PENDING_IDS.includes(id)) return;
  throw new CrierError('not-ready', `the TikTok post has no id yet: it is "${id}"`, describeErrorCode(288));
}

/** Refuses the input of a write as the service would (101); nothing was sent. */
function createWriteRefusal(message: string, advice: string): CrierError {
  return createRefusal(message, { code: 101, advice });
}
