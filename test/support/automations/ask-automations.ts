import type { SmallSandbox, TestRequest } from '../small-sandbox.ts';

/** A new automation with nothing in it that it could do without. */
export const PLAIN = {
  triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['price'] }],
  actions: [{ type: 'send_dm', message: 'Here it is.' }],
} as const;

/** Ways to ask a sandbox for its automations; bodies are whatever a test wants to send. */
export function automationsOf({ ask }: Pick<SmallSandbox, 'ask'>) {
  const send = (method: string, path: string, { body, ...sending }: Calling) =>
    ask(path, { ...sending, method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return {
    create: (body: unknown, sending: TestRequest = {}) => send('POST', '/automations', { ...sending, body }),
    list: (sending: TestRequest = {}) => send('GET', '/automations', sending),
    get: (id: string, sending: TestRequest = {}) => send('GET', `/automations/${id}`, sending),
    update: (id: string, body: unknown, sending: TestRequest = {}) =>
      send('PUT', `/automations/${id}`, { ...sending, body }),
    remove: (id: string, sending: TestRequest = {}) => send('DELETE', `/automations/${id}`, sending),
    /** @returns the ids, in the order in which they were made */
    async fill(count: number, sending: TestRequest = {}): Promise<readonly string[]> {
      const ids: string[] = [];
      for (let made = 0; made < count; made++) {
        const { body } = await send('POST', '/automations', { ...sending, body: PLAIN });
        ids.push(body.id);
      }
      return ids;
    },
  };
}

interface Calling extends Omit<TestRequest, 'body'> {
  readonly body?: unknown;
}
