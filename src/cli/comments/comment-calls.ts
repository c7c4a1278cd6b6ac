import type { Client, PlannedRequest } from '../../client/client.ts';
import type { ClientAnswer } from '../../client/client-answer.ts';
import type { Endpoint, EndpointInput } from '../../service/endpoint.ts';
import type { CommentWritten } from '../../service/endpoints/comment-writes.ts';
import {
  createComment,
  createCommentInAlt,
  deleteComments,
  deleteCommentsInAlt,
  replyToComment,
} from '../../service/endpoints/comment-writes-part.ts';
import type { Dialect } from '../settings/settings.ts';

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
