import type { ServiceAnswer } from '../../client/answer.ts';
import type { Client, PlannedRequest } from '../../client/client.ts';
import type { CommentWritten } from '../../facts/comment-writes.ts';
import type { Endpoint, EndpointInput } from '../../facts/endpoint.ts';
import {
  createComment,
  createCommentInAlt,
  deleteComments,
  deleteCommentsInAlt,
  replyToComment,
} from '../../facts/endpoints/comment-writes.ts';
import type { Dialect } from '../settings/settings.ts';

/** A request that writes or deletes comments, in the spelling of the service. */
export interface CommentCall {
  plan(client: Client): PlannedRequest;
  send(client: Client): Promise<ServiceAnswer<CommentWritten>>;
}

type Body<E extends Endpoint> = EndpointInput<E> extends { readonly body: infer Sent } ? Sent : never;

export function createCall(dialect: Dialect, id: string, body: Body<typeof createComment>): CommentCall {
  return dialect === 'alt'
    ? callOf(createCommentInAlt, { body: { ...body, id } })
    : callOf(createComment, { params: { id }, body });
}

/** Both dialects have the same route. */
export function replyCall(body: Body<typeof replyToComment>): CommentCall {
  return callOf(replyToComment, { body });
}

export function deleteCall(
  dialect: Dialect,
  { id, ...body }: Body<typeof deleteComments> & { readonly id: string },
): CommentCall {
  return dialect === 'alt'
    ? callOf(deleteCommentsInAlt, { params: { id }, body })
    : callOf(deleteComments, { body: { id, ...body } });
}

function callOf<E extends Endpoint & { readonly answer: typeof CommentWritten }>(
  row: E,
  input: EndpointInput<E>,
): CommentCall {
  return { plan: (client) => client.plan(row, input), send: (client) => client.call(row, input) };
}
