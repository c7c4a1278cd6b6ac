import { createMcpHandler } from '@modelcontextprotocol/server';
import { createServerFactory, type McpOptions } from './mcp-server.ts';

/** A request that has passed the checks of its server. */
export interface McpRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | string | null;
}

/** Answers requests of the streamable HTTP transport, each by itself, without sessions. */
export function createHttpAnswerer(options: McpOptions) {
  // there is nothing to be notified of, and a stream of it would not end
  const { fetch } = createMcpHandler(createServerFactory(options), { maxSubscriptions: 0 });
  return async ({ method, url, headers, body }: McpRequest) => {
    const hasBody = body !== null && method !== 'GET' && method !== 'HEAD';
    const response = await fetch(
      new Request(url, {
        method,
        headers: { ...headers },
        ...(hasBody && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      }),
    );
    return {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), 'cache-control': 'no-store' },
      body: new Uint8Array(await response.arrayBuffer()),
    };
  };
}
