import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import type { ClientAnswer } from '../../../client/transport.ts';
import { getCommentFacts } from '../../../domain/comments/comment-sources.ts';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import type { EndpointInput } from '../../../service/endpoint.ts';
import { getComments } from '../../../service/endpoints/comments.ts';
import { AnyId } from '../../../service/ids.ts';
import {
  CommentPlatform,
  PLATFORMS,
  type Platform,
  SOCIAL_COMMENT_PLATFORMS,
  SOCIAL_POST_PLATFORMS,
} from '../../../service/platforms.ts';
import { defineFlag, defineSwitch } from '../../framework/input/flags/flags.ts';
import { createRefusal } from '../../framework/input/flags/schema-issues.ts';
import { checkId } from '../../framework/many/read-ids.ts';
import { describeErrorCode } from '../../framework/output/failures.ts';
import type { Comment, CommentsDocument } from './comment.ts';
import { generateUnifiedComments, readCommentsEnvelope, unifyComments } from './unify-comments.ts';

/** The comments to read: of a post of the service, or of a post or comment by its network's own id. */
export interface CommentsReadRequest {
  readonly id: string;
  readonly platform: Platform | undefined;
  readonly comment: boolean;
}

/**
 * Builds the query of one of the three valid ways to read comments.
 *
 * @throws CrierError of kind usage (101) for any other pair; nothing was sent
 * @see docs/service/comments.md#COM-01 to #COM-06
 */
export function buildCommentsQuery({
  platform,
  comment,
}: Omit<CommentsReadRequest, 'id'>): NonNullable<EndpointInput<typeof getComments>['query']> {
  if (platform === undefined && !comment) return {};
  const [idKind, legal] = comment
    ? (['Social Comment ID', SOCIAL_COMMENT_PLATFORMS] as const)
    : (['Social Post ID', SOCIAL_POST_PLATFORMS] as const);
  const advice = `read a ${idKind} with ${comment ? '--comment ' : ''}--platform ${joinWithOr(legal)}`;
  if (platform === undefined) throw createRefusal('--comment needs --platform', { code: 101, advice });
  if (!legal.some((each) => each === platform)) {
    throw createRefusal(`comments on ${PLATFORMS[platform].name} cannot be read with a ${idKind}`, {
      code: 101,
      advice,
    });
  }
  return { searchPlatformId: true, platform, ...(comment && { commentId: true }) };
}

type RawCommentsAnswer = Pick<ClientAnswer<unknown>, 'body' | 'bytes' | 'headers'>;

/** What an answer says beside its comments. */
export type CommentsEnvelope = Omit<CommentsDocument, 'comments'>;

/** Comments, and the response that they came in. */
export interface CommentsResult {
  readonly document: CommentsDocument;
  readonly answer: RawCommentsAnswer;
}

/** A response whose comments are parsed one at a time, since there can be many. */
export interface CommentsStream {
  readonly envelope: CommentsEnvelope;
  /** Parsed on each iteration. */
  readonly comments: Iterable<Comment>;
  readonly answer: RawCommentsAnswer;
}

/** Without the bytes, if it came in parts. */
export type ReadAnswer = Pick<RawCommentsAnswer, 'headers'> & { readonly bytes?: Uint8Array };

/** Comments that are selected and shown as they arrive. */
export interface CommentsInParts {
  /** The comments as they arrive: those of X, whose conversations are flat, all at once. */
  readonly parts: AsyncIterable<Iterable<Comment>>;
  /** Whether the first are shown before the last are read. */
  readonly isLong: boolean;
  /** Complete after the last part. */
  envelope(): CommentsEnvelope;
  /** Ends the request, unless all parts were read. */
  close(): void;
  readonly answer: ReadAnswer;
}

/** Reads the comments of a post, or under a comment, all of them at once. @throws CrierError */
export async function readComments(client: Client, read: CommentsReadRequest): Promise<CommentsResult> {
  const answer = await sendCommentsRequest(client, read);
  return { document: unifyComments(answer.body), answer };
}

/** Requests the comments of a post, or under a comment, to be parsed one at a time. @throws CrierError */
export async function requestComments(client: Client, read: CommentsReadRequest): Promise<CommentsStream> {
  const answer = await sendCommentsRequest(client, read);
  return {
    envelope: readCommentsEnvelope(answer.body),
    comments: { [Symbol.iterator]: () => generateUnifiedComments(answer.body) },
    answer,
  };
}

/** Comments that were read before any of them is shown. */
export function toCommentsInParts({ comments, envelope, answer }: CommentsStream): CommentsInParts {
  return {
    answer,
    isLong: false,
    envelope: () => envelope,
    close: () => {},
    parts: {
      async *[Symbol.asyncIterator]() {
        yield comments;
      },
    },
  };
}

/** Requests the comments of a post, or under a comment, to be shown as they arrive. @throws CrierError */
export async function streamComments(client: Client, read: CommentsReadRequest): Promise<CommentsInParts> {
  const stream = await client
    .stream(getComments, prepareCommentsCall(read), isSplit)
    .catch((error: unknown) => Promise.reject(explainUnknownPost(error, read)));
  let envelope = readCommentsEnvelope({});
  async function* generateParts() {
    let isEmpty = true;
    for await (const part of stream.parts) {
      isEmpty &&= generateUnifiedComments(part).next().done === true;
      yield generateUnifiedComments(part);
    }
    envelope = readCommentsEnvelope(stream.rest());
    if (isEmpty && envelope.errors.length === 0) refuseOtherKind(read);
  }
  return {
    answer: stream,
    isLong: stream.bytes === undefined,
    envelope: () => envelope,
    close: stream.close,
    parts: { [Symbol.asyncIterator]: generateParts },
  };
}

/** What is made of the comments of one id. */
interface CommentsFold<Value> {
  add(comments: Iterable<Comment>): void | Promise<void>;
  end(envelope: CommentsEnvelope, answer: ReadAnswer): Value;
}

/**
 * Reads the comments of a post, or under a comment, and adds them up as they arrive, so that they need not be in memory at
 * once. Those of X come together.
 *
 * @param begin called for each attempt
 * @param isWhole whether the bytes of the answer are needed
 * @throws CrierError
 */
export async function foldComments<Value>(
  client: Client,
  read: CommentsReadRequest,
  begin: () => CommentsFold<Value>,
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<Value> {
  const folded = client.fold(getComments, prepareCommentsCall(read), isWhole ? () => false : isSplit, () => {
    const { add, end } = begin();
    let isEmpty = true;
    return {
      add(part) {
        isEmpty &&= generateUnifiedComments(part).next().done === true;
        return add(generateUnifiedComments(part));
      },
      end(rest, answer) {
        const envelope = readCommentsEnvelope(rest);
        if (isEmpty && envelope.errors.length === 0) refuseOtherKind(read);
        return end(envelope, answer);
      },
    };
  });
  return folded.catch((error: unknown) => Promise.reject(explainUnknownPost(error, read)));
}

/** A conversation of X is put in order when all of it was read. An unknown network is recognized by its comments. */
function isSplit(name: string | null): boolean {
  const facts = name === null ? null : getCommentFacts(name);
  return facts !== null && facts.isFlat !== true;
}

/**
 * Checks one id, and builds the call that requests its comments.
 *
 * @throws CrierError of kind usage (101) for an illegal pair, of kind not-ready (288) for a TikTok post that
 *   has no id yet; nothing was sent
 * @see docs/service/comments.md#COM-01 to #COM-06, #COM-19
 */
function prepareCommentsCall(read: CommentsReadRequest): EndpointInput<typeof getComments> {
  const { id, platform } = read;
  const query = buildCommentsQuery(read);
  checkId(id);
  if (platform !== undefined && PLATFORMS[platform].publishesLater && (id === 'pending' || id === 'failed')) {
    const message = `the TikTok post has no id of its own yet: it is "${id}"`;
    throw new CrierError('not-ready', message, describeErrorCode(288));
  }
  return { params: { id }, query };
}

async function sendCommentsRequest(client: Client, read: CommentsReadRequest): Promise<RawCommentsAnswer> {
  const answer = await client.call(getComments, prepareCommentsCall(read)).catch((error: unknown) => {
    throw explainUnknownPost(error, read);
  });
  if (hasNoComments(answer.body)) refuseOtherKind(read);
  return answer;
}

/** @throws CrierError of kind not-found for an id of the service in the place of one of a network */
function refuseOtherKind(read: CommentsReadRequest): void {
  const { id, platform } = read;
  if (platform === undefined || !isLikeServicePostId(id)) return;
  const message = `"${id}" is no id of a post on ${PLATFORMS[platform].name}`;
  throw explainUnknownPost(
    new CrierError('not-found', message, { ...describeErrorCode(UNKNOWN_POST), http: 200 }),
    read,
  );
}

/** X answers to an id that it does not know with a list without comments. @see docs/service/comments.md#COM-17 */
function hasNoComments(body: unknown): boolean {
  const isEmpty = generateUnifiedComments(body).next().done === true;
  return isEmpty && readCommentsEnvelope(body).errors.length === 0;
}

/** Advises what to check when no post has the id: often it is a network's own id. */
function explainUnknownPost(error: unknown, { id, platform }: CommentsReadRequest): unknown {
  if (!(error instanceof CrierError) || error.facts.code !== UNKNOWN_POST) return error;
  const advice =
    platform === undefined
      ? 'check the id and --profile; for the id of a network, add --platform <network>'
      : isLikeServicePostId(id)
        ? 'this looks like a Service Post ID: remove --platform'
        : `check the id and --profile, and that it is an id of ${PLATFORMS[platform].name}`;
  return new CrierError(error.kind, error.message, { ...error.facts, advice });
}

const UNKNOWN_POST = 186;

/** The length of ids is not specified, so this guess only serves a hint. */
function isLikeServicePostId(id: string): boolean {
  return /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9]{20}$/.test(id);
}

/**
 * Input of a command that reads comments by several ids.
 *
 * @see docs/service/comments.md#COM-01 to #COM-06
 */
export const COMMENTS_OF_IDS = {
  ids: defineFlag(
    z.array(AnyId).default([]).describe('Service Post IDs; with --platform, ids on that network'),
    { placeholder: 'id', offers: 'post id' },
  ),
  platform: defineFlag(CommentPlatform.optional().describe('network that the ids belong to'), {
    placeholder: 'network',
  }),
  comment: defineSwitch('the ids are comment ids (requires --platform)'),
};
