import * as z from 'zod';
import { readDeletedComments } from '../../domain/comments/read-written-comment.ts';
import { getField, isRecord, type LooseRecord, readId } from '../../domain/json/loose-record.ts';
import { classifyError, readCode } from '../../domain/requests/read-answer.ts';
import { CrierError } from '../../errors.ts';
import { NetworkError } from '../../service/endpoints/comments.ts';
import { describeErrorCode } from '../errors/describe-error-code.ts';
import { ErrorDocument, getLegName, toErrorDocument } from '../render/failures.ts';

/** Result of deleting one post. */
export interface DeletionEnd {
  readonly id: string;
  readonly result: DeletedResult;
  /** Null if it is deleted everywhere. */
  readonly failure: CrierError | null;
}

/** @param done past participle of the success: `deleted` or `marked` */
export function toDeletionEnd(id: string, answer: unknown, done: string): DeletionEnd {
  const { status, copies } = readDeletedPost(answer);
  const failure = status === 'success' ? null : buildFailure(answer, copies);
  const word = status === 'success' ? done : status;
  const error = failure === null || failure.kind === 'partial' ? null : toErrorDocument(failure);
  return { id, failure, result: { id, status: word, networks: [...copies], error } };
}

/** Result of a failed request, with the errors of the networks if there are any. */
export function toFailedDeletion(id: string, failure: CrierError): DeletionEnd {
  const { copies } = readDeletedPost({ errors: failure.facts.errors ?? [] });
  return {
    id,
    failure,
    result: { id, status: 'error', networks: [...copies], error: toErrorDocument(failure) },
  };
}

function buildFailure(answer: unknown, copies: readonly DeletedCopy[]): CrierError {
  const errors = copies.flatMap(({ error }) => error ?? []);
  const isPartial = errors.length < copies.length;
  return isPartial ? buildPartialError(errors) : buildRefusal(answer, errors);
}

/** Error for a post that some networks kept. */
function buildPartialError(errors: readonly NetworkError[]): CrierError {
  const names = errors.map(({ platform }) => getLegName(platform ?? null)).join(', ');
  return new CrierError('partial', `still on ${names}`, { http: 200, errors });
}

/** Error for one post in a response about several. */
function buildRefusal(answer: unknown, errors: readonly NetworkError[]): CrierError {
  const code = readCode(getField(answer, 'code')) ?? errors[0]?.code ?? null;
  const message = getField(answer, 'message');
  const { meaning = null } = code === null ? {} : describeErrorCode(code);
  return new CrierError(
    classifyError({ code, http: 400 }),
    typeof message === 'string' ? message : (meaning ?? 'the service refused it'),
    { ...(code !== null && describeErrorCode(code)), http: 200, errors },
  );
}

/** Results of deleting several posts. */
export const DeletedPosts = z.strictObject({
  results: z.array(
    z.strictObject({
      id: z.string().describe('Service Post ID'),
      status: z.string().describe('deleted or marked; partial if some networks kept it; otherwise error'),
      networks: z
        .array(
          z.strictObject({
            platform: z.string().nullable(),
            status: z.string().describe('success or error, as in the response'),
            id: z.string().nullable().describe('Social Post ID'),
            error: NetworkError.nullable().describe('why the network kept it'),
          }),
        )
        .describe('its copies; empty if it was on no network'),
      error: ErrorDocument.nullable(),
    }),
  ),
});
export type DeletedResult = z.infer<typeof DeletedPosts>['results'][number];

/** Result of deleting a post's copy on one network. */
interface DeletedCopy {
  readonly platform: string | null;
  /** `success` or `error`, as in the answer. */
  readonly status: string;
  /** Social Post ID. */
  readonly id: string | null;
  /** Why the network did not delete it. */
  readonly error: NetworkError | null;
}

/** Result of deleting a post: its copies, none if it was on no network. */
interface DeletedPost {
  readonly status: 'success' | 'partial' | 'error';
  readonly copies: readonly DeletedCopy[];
}

/**
 * Reads the answer to deleting a post, which has the same form as for comments. It accepts any answer and never
 * throws.
 *
 * @see docs/service/comments.md#delete
 * @see docs/service/posts.md#update
 */
export function readDeletedPost(body: unknown): DeletedPost {
  const { status, networks } = readDeletedComments(body);
  const copies = networks.map(({ platform, status: word, commentId, error }) => ({
    platform,
    status: word,
    id: commentId ?? error?.id ?? null,
    error,
  }));
  const isRefused = copies.length === 0 && getField(body, 'status') === 'error';
  return { status: isRefused ? 'error' : status, copies };
}

/** The deletion of one of several posts. */
interface NamedDeletion {
  readonly id: string;
  readonly said: LooseRecord;
}

/**
 * Reads the result for each of several posts; null if the answer does not list them.
 *
 * @see docs/service/posts.md#update
 */
export function readDeletedPosts(body: unknown): readonly NamedDeletion[] | null {
  const posts = getField(body, 'posts');
  if (!Array.isArray(posts)) return null;
  return posts.filter(isRecord).map((said) => ({ id: readId(said['id'])?.value ?? '', said }));
}
