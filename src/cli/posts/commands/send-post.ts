import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import type { ClientAnswer } from '../../../client/client-answer.ts';
import { addAdvice, CrierError } from '../../../errors.ts';
import { createPost } from '../../../service/endpoints/posts.ts';
import type { PostBody } from '../../../service/post-body.ts';
import { formatFlags } from '../../shell/shell-command.ts';

/** Accepts any response: the post may be published, which an unexpected value must not hide. */
const ANY_ANSWER = { ...createPost, answer: z.looseObject({}) };

/**
 * Adds an idempotency key, so that a request whose response was lost can be repeated safely.
 *
 * @see docs/service/posts.md#body
 */
export function addIdempotencyKey(body: PostBody): PostBody & { readonly idempotencyKey: string } {
  return { ...body, idempotencyKey: body.idempotencyKey ?? randomUUID() };
}

/**
 * Sends a new post once. If the response is lost, the error says how to find out whether it was published.
 *
 * @returns the response, or the failure of a post that was refused as a whole
 * @throws CrierError when the response is lost
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
      `to retry safely, add ${formatFlags`--idempotency-key ${body.idempotencyKey}`}: if this post was accepted, the service refuses it with 1409`,
    );
  }
}
