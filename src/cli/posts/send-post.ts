import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Client } from '../../client/client.ts';
import type { ClientAnswer } from '../../client/client-answer.ts';
import { addAdvice, CrierError } from '../../errors.ts';
import { createPost } from '../../facts/endpoints/posts.ts';
import type { PostBody } from '../../facts/post-body.ts';
import { formatFlags } from '../shell-command.ts';

/** Whatever comes is read: a post may be out, and an answer that is odd in one place must not hide that. */
const ANY_ANSWER = { ...createPost, answer: z.looseObject({}) };

/**
 * A post with a key by which the service tells a second sending from a new post: without it, nobody could send one
 * again whose answer was lost.
 *
 * @see docs/service/posts.md#body
 */
export function addIdempotencyKey(body: PostBody): PostBody & { readonly idempotencyKey: string } {
  return { ...body, idempotencyKey: body.idempotencyKey ?? randomUUID() };
}

/**
 * Sends a new post, once. Of one whose answer is lost it is not known whether it is out, and how to find out is said.
 *
 * @returns the answer, or the failure of a post that was refused as a whole
 * @throws CrierError when its answer is lost
 */
export async function sendPost(
  service: Client,
  body: ReturnType<typeof addIdempotencyKey>,
): Promise<ClientAnswer<z.infer<typeof ANY_ANSWER.answer>> | CrierError> {
  try {
    return await service.call(ANY_ANSWER, { body });
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    if (error.facts.mayBeDone !== true) return error;
    throw addAdvice(
      error,
      `the same command with ${formatFlags`--idempotency-key ${body.idempotencyKey}`} makes no second post: the service refuses it with 1409 when this one was taken`,
    );
  }
}
