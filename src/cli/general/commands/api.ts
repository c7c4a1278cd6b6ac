import * as z from 'zod';
import { buildPlannedView } from '../../context/planned-view.ts';
import { findPartialFailure } from '../../posts/partial-failure.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE, WRITE } from '../../shell/flags/flags.ts';
import { buildApiRequest } from './api-request.ts';

export default defineCommand({
  summary: 'Send a request to any endpoint of the service',
  description: `
Sends a request with your API key attached. Fields become the query of a GET request, and the JSON body of any other.
-f passes text unchanged. -F converts true, false, null and numbers, and reads @file as the text of a file. Build objects
and arrays with name[key] and name[], quoted where the shell expands brackets: -f 'platforms[]=instagram'. This command
never asks for confirmation.`,
  examples: [
    'api GET /comments/Sp7kQm2XvLr9TzBd4HnW',
    'api GET /media/instagram/audio/search -f query=slow -F limit=3',
    'api GET /history -f platforms=instagram,tiktok -F lastDays=7 --dry-run',
  ],
  positional: ['method', 'path'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    method: defineFlag(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).describe('HTTP method'), {
      anyCase: true,
    }),
    path: z.string().describe('path below the base URL, such as /comments/Sp7kQm2XvLr9TzBd4HnW'),
    rawField: defineFlag(z.array(z.string()).default([]).describe('add a text field'), {
      short: 'f',
      placeholder: 'key=value',
    }),
    typedField: defineFlag(
      z.array(z.string()).default([]).describe('add a field: true, false, null, a number, text or @file'),
      {
        short: 'F',
        placeholder: 'key=value',
      },
    ),
    input: defineFlag(
      z.string().optional().describe('read the JSON body from this file (`-` for standard input)'),
      {
        placeholder: 'file',
      },
    ),
  }),
  output: z.unknown(),
  async run({ dryRun, ...asked }, { client, readFile }) {
    const request = await buildApiRequest(asked, readFile);
    const service = await client({ writes: request.method !== 'GET' && !dryRun });
    if (dryRun) return { view: buildPlannedView(service.plan(request)) };
    const answer = await service.request(request);
    const failure = findPartialFailure(answer.body, { isRead: request.method === 'GET' });
    return {
      view: { kind: 'document', document: answer.body },
      raw: answer.bytes,
      ...(failure && { failure }),
    };
  },
});
