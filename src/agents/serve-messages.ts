import { deserializeMessage, serializeMessage, type Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { getField } from '../domain/json/loose-record.ts';
import { getErrorMessage } from '../errors.ts';
import { createServerFactory, type McpOptions } from './mcp-server.ts';

/** How long requests that were read may take after the client has closed its end. */
const FINISH_MS = 30_000;

/**
 * Serves one client: a message is a line of JSON.
 *
 * @returns when the client has closed its end, and what it asked for is answered
 */
export async function serveMessages(
  options: McpOptions,
  {
    lines,
    write,
    warn,
  }: { lines: AsyncIterable<string>; write(text: string): Promise<void>; warn(text: string): void },
): Promise<void> {
  // how often each id waits for an answer: a client may use one again
  const open = new Map<unknown, number>();
  let idle = () => {};
  const forget = (id: unknown) => {
    open.delete(id);
    if (open.size === 0) idle();
  };
  const transport: Transport = {
    async start() {},
    async close() {
      transport.onclose?.();
    },
    async send(message) {
      await write(serializeMessage(message));
      if (!('id' in message) || 'method' in message) return;
      const left = (open.get(message.id) ?? 1) - 1;
      if (left > 0) open.set(message.id, left);
      else forget(message.id);
    },
  };
  const handle = serveStdio(createServerFactory(options), {
    transport,
    onerror: (error) => warn(`warning: ${getErrorMessage(error)}`),
  });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    try {
      const message = deserializeMessage(line);
      if ('method' in message && 'id' in message) open.set(message.id, (open.get(message.id) ?? 0) + 1);
      transport.onmessage?.(message);
      // it gets no answer, for which the end would wait
      if ('method' in message && message.method === 'notifications/cancelled')
        forget(getField(message.params, 'requestId'));
    } catch {
      // the error quotes the line, which may be a key that was piped here
      warn(`not a message: a line of ${line.length} characters`);
    }
  }
  const timer = Promise.withResolvers<void>();
  const waiting = setTimeout(timer.resolve, FINISH_MS);
  if (open.size > 0) await Promise.race([new Promise<void>((resolve) => (idle = resolve)), timer.promise]);
  clearTimeout(waiting);
  await handle.close();
}
