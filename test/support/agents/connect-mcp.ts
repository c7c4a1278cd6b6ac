import {
  type CallToolResult,
  Client,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { type Around, crier, type Ran } from '../crier.ts';

/** What a person answers when the client asks; null for a client that cannot ask. */
export type Answering = ((question: string) => boolean) | null;

export interface McpConnection {
  client: Client;
  /** Calls a tool. @returns its text, with the document in it */
  call(name: string, input?: Record<string, unknown>): Promise<ToolReply>;
  /** Closes the client's end. @returns how the run ended */
  close(): Promise<Ran>;
}

export interface ToolReply {
  readonly text: string;
  readonly isError: boolean;
  /** The JSON document, after the line about texts of others. */
  readonly document: Record<string, unknown>;
}

/** Connects the official client to `crier mcp` in this process, over its standard input and output. */
export async function connectMcp(
  flags: string,
  { answer = null, modern = false, ...around }: Around & { answer?: Answering; modern?: boolean } = {},
): Promise<McpConnection> {
  const lines: string[] = [];
  let isClosed = false;
  let wake = () => {};
  async function* readLines() {
    for (;;) {
      while (lines.length > 0) yield lines.shift() ?? '';
      if (isClosed) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  const transport: Transport = {
    async start() {},
    async send(message) {
      lines.push(JSON.stringify(message));
      wake();
    },
    async close() {
      isClosed = true;
      wake();
      transport.onclose?.();
    },
  };
  const running = crier(['mcp', '--sandbox', ...flags.split(' ').filter(Boolean)], {
    ...around,
    lines: readLines(),
    onOutput: (text) => transport.onmessage?.(JSON.parse(text) as JSONRPCMessage), // one write a message
  });
  const client = createTestClient(answer, modern);
  // a run that ends at once says why
  await Promise.race([
    client.connect(transport),
    running.then(({ stderr }) => Promise.reject(new Error(`mcp has ended: ${stderr}`))),
  ]);
  return {
    client,
    call: (name, input = {}) => callTool(client, name, input),
    async close() {
      await client.close();
      return running;
    },
  };
}

export function createTestClient(answer: Answering, modern: boolean): Client {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: answer === null ? {} : { elicitation: {} },
      ...(modern && { versionNegotiation: { mode: 'auto' } }),
    },
  );
  if (answer !== null)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: 'accept',
      content: { confirm: answer(params.message) },
    }));
  return client;
}

export async function callTool(
  client: Client,
  name: string,
  input: Record<string, unknown>,
): Promise<ToolReply> {
  const { content, isError = false } = (await client.callTool({ name, arguments: input })) as CallToolResult; // no task
  const [block] = content;
  const text = block?.type === 'text' ? block.text : '';
  const json = text.slice(text.indexOf('{'));
  return { text, isError, document: json.startsWith('{') ? JSON.parse(json) : {} };
}
