import type { SmallSandbox, TestRequest } from '../small-sandbox.ts';

/** Writes and deletes comments as a client does. */
export interface CommentWriter {
  create(id: string, body: object, sending?: TestRequest): ReturnType<SmallSandbox['ask']>;
  reply(body: object, sending?: TestRequest): ReturnType<SmallSandbox['ask']>;
  remove(body: object, sending?: TestRequest): ReturnType<SmallSandbox['ask']>;
}

/** In the dialect `spec`. @see docs/service/comments.md#dialects */
export function commentWriter({ ask }: Pick<SmallSandbox, 'ask'>): CommentWriter {
  const send = (method: string, path: string, body: object, sending: TestRequest = {}) =>
    ask(path, { method, body: JSON.stringify(body), ...sending });
  return {
    create: (id, body, sending) => send('POST', `/comments/${encodeURIComponent(id)}`, body, sending),
    reply: (body, sending) => send('POST', '/comments/reply', body, sending),
    remove: (body, sending) => send('DELETE', '/comments', body, sending),
  };
}
