import * as z from 'zod';
import { TOOL_NOUNS } from '../../../../agents/command-tools.ts';
import { createUsageError } from '../../../../errors.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, defineSwitch, defineTextFlag, REMOTE } from '../../../framework/input/flags/flags.ts';

const HIGHEST_PORT = 65_535;
const ALL = 'all';

export default defineCommand({
  summary: 'Serve tools for language models (MCP)',
  description: `
A server of the Model Context Protocol on standard input and output, for the settings of a client: "crier mcp" is the
command that it starts. It has twelve tools, by the jobs of the field, and they run the commands of crier: with the same
checks, errors and exit codes, and the setting "writes" applies. --tools adds all tools of these nouns.

Reading is allowed. --allow-writes allows changes, or those of some nouns: --allow-writes=posts,comments. New posts wait
for approval then, and what would publish, send or delete is refused, unless --allow-publish is given, too. What a command
asks a person before it does it, such as a deletion, the client has to ask; where it cannot, it is refused. Texts that
others wrote are marked as such in every answer.

The service is that of -c, --profile and so on, or of the settings: on no terminal, the built-in sandbox has to be named.
With --http, clients connect to http://127.0.0.1:<port>/mcp and send a token as "Authorization: Bearer …": that of
--token-file or CRIER_MCP_TOKEN, else a new one in a file that only you can read.`,
  examples: [
    'mcp --sandbox --list',
    'mcp --sandbox',
    'mcp --sandbox --allow-writes=posts,comments --tools schedule',
    'mcp --sandbox --allow-writes --allow-publish --all-tools',
  ],
  completeWords: (words) => words.map((word) => (word === '--allow-writes' ? `${word}=${ALL}` : word)),
  flags: [REMOTE],
  input: z.object({
    allowWrites: defineFlag(
      z
        .array(z.enum([ALL, ...TOOL_NOUNS]))
        .default([])
        .describe('allow changes, or with =posts,comments only those of these nouns'),
      { placeholder: 'nouns' },
    ),
    allowPublish: defineSwitch('with --allow-writes: also publish, send and delete'),
    tools: defineFlag(z.array(z.enum(TOOL_NOUNS)).default([]).describe('add all tools of these nouns'), {
      placeholder: 'nouns',
    }),
    allTools: defineSwitch('add the tools of all nouns', { conflicts: ['tools'] }),
    list: defineSwitch('list the tools, and end'),
    http: defineSwitch('listen on a loopback port, and not on standard input'),
    port: defineFlag(z.int().min(0).max(HIGHEST_PORT).default(0).describe('with --http: port; 0 picks one'), {
      placeholder: 'n',
    }),
    tokenFile: defineTextFlag('with --http: file with the token (default: CRIER_MCP_TOKEN, or a new one)', {
      placeholder: 'file',
      offers: 'file',
    }),
  }),
  output: async () => (await import('../mcp-servers.ts')).McpDocument,
  records: 'tools',
  async run(
    { allowWrites, allowPublish, tools, allTools, list, http, port, tokenFile, apiKeyFile, profileKeyFile },
    context,
  ) {
    if (allowPublish && allowWrites.length === 0)
      throw createUsageError('--allow-publish allows nothing by itself', 'add --allow-writes');
    if (!http && [apiKeyFile, profileKeyFile].includes('-'))
      throw createUsageError('standard input is for the messages of the client', 'read the key from a file');
    const { io } = context;
    const { listTools, openMcp, serveHttp, serveStandardStreams } = await import('../mcp-servers.ts');
    await context.service.choose(); // a wrong context or profile ends it at once
    const nouns = allTools ? TOOL_NOUNS : tools;
    const options = await openMcp({ writes: allowWrites, publish: allowPublish, nouns }, context);
    if (list) return listTools(options);
    if (http) return serveHttp(options, { port, tokenFile }, context);
    if (io.messages.isTerminal)
      await io.note(
        'waiting for a client on standard input: it starts "crier mcp" by itself; Ctrl-C ends it',
      );
    return { view: null, keepRunning: (signal) => serveStandardStreams(options, context, signal) };
  },
});
