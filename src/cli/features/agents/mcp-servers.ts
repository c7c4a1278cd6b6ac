import * as z from 'zod';
import { createHttpAnswerer } from '../../../agents/answer-http.ts';
import { chooseTools } from '../../../agents/choose-tools.ts';
import type { ToolNoun } from '../../../agents/command-tools.ts';
import { type McpOptions, measureTools } from '../../../agents/mcp-server.ts';
import { serveMessages } from '../../../agents/serve-messages.ts';
import type { AgentTool } from '../../../agents/tool.ts';
import { EXIT } from '../../../errors.ts';
import { isSameSecret } from '../../../sandbox/http/access.ts';
import { refuseForeign } from '../../../sandbox/http/refuse-requests.ts';
import type { ListenerRequest, ListenerResponse } from '../../../world.ts';
import type { CommandOutcome } from '../../framework/command/command.ts';
import { COMMANDS } from '../../framework/command/command-list.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import type { ListView } from '../../framework/output/view.ts';
import { readMcpToken } from './mcp-token.ts';

const MCP_PATH = '/mcp';
/** Tools take texts, and no files. */
const BODY_BYTES = 4 * 1024 * 1024;

/** What the flags of `mcp` allow, and which tools they add. */
export interface McpChoice {
  writes: readonly string[];
  publish: boolean;
  nouns: readonly ToolNoun[];
}

export async function openMcp(
  { nouns, ...permissions }: McpChoice,
  { io }: CommandContext,
): Promise<McpOptions> {
  return {
    tools: await chooseTools(nouns, COMMANDS),
    permissions,
    callCommand: io.callCommand,
    timeZone: io.timeZone,
    version: io.version,
  };
}

/** Serves the client on standard input and output, until it closes them or the run ends. */
export async function serveStandardStreams(
  options: McpOptions,
  { io }: CommandContext,
  signal: AbortSignal,
): Promise<number> {
  const { lines, write } = io.messages;
  const ended = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
  const warn = (text: string) => void io.note(text);
  await Promise.race([serveMessages(options, { lines: lines(), write, warn }), ended]);
  return EXIT.ok.code;
}

/** The tools, for people who choose the flags. */
export const McpDocument = z.object({
  url: z.string().nullable().describe('with --http: where clients connect'),
  tokenFile: z.string().nullable().describe('with --http: file with the token; null where it was given'),
  tools: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      effect: z.enum(['read', 'change', 'delete']).describe('what it does at most'),
    }),
  ),
  characters: z.int().describe('length of the list that a client reads'),
});

export function listTools(options: McpOptions): CommandOutcome {
  return { view: buildToolsView(options, { url: null, tokenFile: null }) };
}

function buildToolsView(
  options: McpOptions,
  place: Pick<z.infer<typeof McpDocument>, 'url' | 'tokenFile'>,
): ListView<AgentTool> {
  const rows = options.tools;
  const tools = rows.map(({ name, title, effect }) => ({ name, title, effect }));
  const characters = measureTools(options);
  return {
    kind: 'list',
    document: { ...place, tools, characters },
    key: 'tools',
    rows,
    columns: [
      { name: 'name', title: 'tool', value: ({ name }) => name, role: 'id' },
      { name: 'effect', title: 'effect', value: ({ effect }) => effect },
      { name: 'title', title: 'what it does', value: ({ title }) => title, role: 'text', flexible: true },
    ],
    empty: 'no tools',
  };
}

/** Serves clients on a loopback port, until the run ends. */
export async function serveHttp(
  options: McpOptions,
  { port, tokenFile }: { port: number; tokenFile: string | undefined },
  context: CommandContext,
): Promise<CommandOutcome> {
  const { io } = context;
  const { token, file } = await readMcpToken(tokenFile, context);
  const answer = createHttpAnswerer(options);
  const listener = await io.listen({
    port,
    bodyBytes: BODY_BYTES,
    answer: (request) => answerRequest(request, { port: listener.port, token, answer }),
  });
  const url = `http://127.0.0.1:${listener.port}${MCP_PATH}`;
  const sentToken = file === null ? 'the given token' : `the token in ${file}`;
  return {
    view: buildToolsView(options, { url, tokenFile: file }),
    notes: [`clients connect to ${url} and send ${sentToken} as "Authorization: Bearer …"; Ctrl-C ends it`],
    async keepRunning(signal) {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      return EXIT.ok.code;
    },
  };
}

/** @see docs/safety.md#D1, #D2, #D3 */
async function answerRequest(
  request: ListenerRequest,
  { port, token, answer }: { port: number; token: string; answer: ReturnType<typeof createHttpAnswerer> },
): Promise<ListenerResponse> {
  const { method, target, headers, readBody } = request;
  const refused = refuseForeign({ method, target, rawHeaders: Object.entries(headers).flat() }, port);
  if (refused !== null) return writeText(refused.status, refused.message);
  const url = new URL(target, `http://127.0.0.1:${port}`);
  const given = /^bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
  if (!isSameSecret(given, token))
    return writeText(401, 'The token is missing or wrong.', { 'www-authenticate': 'Bearer' });
  if (url.pathname !== MCP_PATH) return writeText(404, `Tools are at ${MCP_PATH}.`);
  const body = await readBody();
  if (body === null) return writeText(413, 'The body is too large.');
  return answer({ method, url, headers, body });
}

function writeText(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): ListenerResponse {
  const type = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return { status, headers: { ...type, ...headers }, body: new TextEncoder().encode(`${text}\n`) };
}
