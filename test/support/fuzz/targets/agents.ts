import { setTimeout as wait } from 'node:timers/promises';
import { deserializeMessage } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { createSandboxMcp } from '../../../../src/cli/features/sandbox/sandbox-mcp.ts';
import { defineCommand } from '../../../../src/cli/framework/command/command.ts';
import { COMMANDS } from '../../../../src/cli/framework/command/command-list.ts';
import type { CommandContext } from '../../../../src/cli/framework/command/context.ts';
import type { SandboxRequest } from '../../../../src/sandbox/http/sandbox-request.ts';
import type { McpAnswerer } from '../../../../src/sandbox/http/server-routes.ts';
import type { Sandbox } from '../../../../src/sandbox/open-sandbox.ts';
import { isReadRequest } from '../../../../src/service/routes/read-request.ts';
import { crier, openTestSandbox } from '../../crier.ts';
import { expectDeclared, type FuzzTarget, JSON_MARKS } from '../fuzz-target.ts';

const toLine = (message: object) => JSON.stringify({ jsonrpc: '2.0', ...message });
const call = (name: string, input: object, id: number | string = 2) =>
  toLine({ id, method: 'tools/call', params: { name, arguments: input } });
const START = [
  toLine({
    id: 'start',
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  }),
  toLine({ method: 'notifications/initialized' }),
];

const CALLS = [
  toLine({ id: 1, method: 'tools/list', params: {} }),
  toLine({ id: 1, method: 'ping' }),
  call('posts_list', { limit: 2 }),
  call('posts_preview', { text: 'Open', platforms: ['bluesky'] }),
  call('posts_draft', { text: 'Open', platforms: ['bluesky'] }, 'a'),
  call('comments_get', { postId: 'Sp7kQm2XvLr9TzBd4HnW' }),
  call('errors_explain', { code: 485 }),
  call('none', {}),
  [
    call('comments_inbox', {}, 7),
    toLine({ method: 'notifications/cancelled', params: { requestId: 7, reason: 'late' } }),
  ].join('\n'),
];
const TOKENS = [
  ...JSON_MARKS,
  '\n',
  '"jsonrpc":"2.0"',
  '"id":',
  '"method":"tools/call"',
  '"notifications/cancelled"',
  '"requestId":',
  '"params":',
  '"arguments":',
  '"name":"posts_list"',
  '"_meta":',
  '"progressToken":',
  '"result":',
  '"error":',
  'null',
  '-1',
  '1e400',
  '__proto__',
  '\\u0000',
];

/** Counts what changes it, and is closed by nothing. */
const sandbox = await openTestSandbox();
const changes: string[] = [];
const counted: Sandbox = {
  ...sandbox,
  close: () => {},
  answer(request) {
    const { method, url } = request;
    if (!isReadRequest(method, url.pathname.replace('/api', ''))) changes.push(`${method} ${url.pathname}`);
    return sandbox.answer(request);
  },
};

/** How long the answer to a request may take on a machine that does much else: far longer than it does. */
const LONGEST_MS = 20_000;

async function inTime<Result>(running: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const late = wait(LONGEST_MS, null, { signal: over.signal }).then(() => {
    throw new Error(`it has not ended after ${LONGEST_MS} ms`);
  });
  late.catch(() => {}); // it ended in time
  try {
    return await Promise.race([running, late]);
  } finally {
    over.abort();
  }
}

interface McpReply {
  readonly jsonrpc: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
}

/** Of the requests that can be read, by their ids. */
function countRequests(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const message = expectDeclared(
      () => deserializeMessage(line),
      () => true,
    );
    if (message === null || !('method' in message) || !('id' in message)) continue;
    const id = JSON.stringify(message.id);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Lines of a client of `crier mcp`, which may read. */
export const mcpMessages: FuzzTarget = {
  seeds: [...CALLS, CALLS.slice(2, 5).join('\n'), START.join('\n')],
  tokens: TOKENS,
  async run(input) {
    const lines = [...START, ...input.split('\n')];
    changes.length = 0;
    const ran = await inTime(
      crier(['mcp', '--sandbox'], {
        sandbox: counted,
        lines: (async function* () {
          yield* lines;
        })(),
      }),
    );
    if (ran.exitCode !== 0 || / {4}at /.test(ran.stderr))
      throw new Error(`exit code ${ran.exitCode}: ${ran.stderr}`);
    if (changes.length > 0) throw new Error(`reading changes the account: ${changes.join(', ')}`);
    const wanted = countRequests(lines);
    const replies = ran.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as McpReply);
    for (const { jsonrpc } of replies) if (jsonrpc !== '2.0') throw new Error('a line that is no message');
    const given = Map.groupBy(
      replies.filter(({ method }) => method === undefined),
      ({ id }) => JSON.stringify(id),
    );
    for (const [id, count] of wanted) {
      const found = given.get(id)?.length ?? 0;
      const isCancelled = input.includes('cancelled');
      if (found > count || (found < count && !isCancelled))
        throw new Error(`${count} requests ${id} have ${found} answers`);
    }
  },
};

/** The MCP server of the sandbox: it is made by a command, whose context has what its tools run with. */
async function openRoute(): Promise<McpAnswerer> {
  const { promise, resolve } = Promise.withResolvers<CommandContext>();
  const hold = defineCommand({
    summary: 'Hold a run open',
    examples: [],
    flags: [],
    input: z.object({}),
    output: z.object({}),
    run: async (_input, context) => {
      resolve(context);
      return { view: null, keepRunning: () => new Promise(() => {}) };
    },
  });
  const commands = [...COMMANDS, { path: ['hold'] as const, load: async () => hold }];
  void crier(['hold'], { sandbox: counted, commands });
  return createSandboxMcp(await promise);
}
const route = await openRoute();

const HEAD = 'POST\ncontent-type: application/json\naccept: application/json, text/event-stream';

/** A method, headers, an empty line and a body. */
function readRequest(input: string): SandboxRequest {
  const [head = '', ...body] = input.split('\n\n');
  const [method = '', ...lines] = head.split('\n');
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(':');
    return [
      name.toLowerCase().replaceAll(/[^\w-]/g, '') || 'x',
      value
        .join(':')
        .replaceAll(/[^ -~]/g, '')
        .trim(),
    ];
  });
  const { apiKey } = sandbox.credentials;
  return {
    method: /^(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)$/.test(method) ? method : 'POST',
    url: new URL('http://sandbox.localhost/mcp'),
    headers: { authorization: `Bearer ${apiKey}`, ...Object.fromEntries(headers) },
    body: Buffer.from(body.join('\n\n')),
  };
}

/** Requests to the MCP route of the sandbox. */
export const mcpRequests: FuzzTarget = {
  seeds: [
    ...[...CALLS, START[0] ?? '', `[${CALLS[0]}]`].map((body) => `${HEAD}\n\n${body}`),
    `${HEAD}\nmcp-protocol-version: 2025-06-18\nmcp-method: tools/list\n\n${CALLS[0]}`,
    'GET\naccept: text/event-stream\nlast-event-id: 1\n\n',
    'DELETE\nmcp-session-id: a\n\n',
    `${HEAD}\nprofile-key: none\nauthorization: Bearer x\n\n${CALLS[2]}`,
  ],
  tokens: [
    ...TOKENS,
    'GET',
    'POST',
    'mcp-protocol-version: ',
    'mcp-session-id: ',
    'mcp-name: ',
    'accept: ',
    '\n\n',
  ],
  async run(input) {
    const answer = await inTime(route(readRequest(input), counted.answer));
    const text = Buffer.from(answer.body).toString();
    if (answer.status >= 500) throw new Error(`status ${answer.status}: ${text}`);
    if (text.includes(sandbox.credentials.apiKey)) throw new Error('a key is in the answer');
    if (/ {4}at /.test(text)) throw new Error(`a stack: ${text}`);
    if (/json/.test(String(answer.headers['content-type'])) && text !== '') JSON.parse(text);
  },
};
