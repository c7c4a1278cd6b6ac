import * as z from 'zod';
import { buildApiRequest } from '../api-request.ts';
import { defineCommand } from '../command.ts';
import { defineFlag, REMOTE, WRITE } from '../flags.ts';
import { findPartialFailure } from '../partial-failure.ts';
import { buildPlannedView } from '../planned-view.ts';

export default defineCommand({
  summary: 'Send any request to the service, keys attached',
  description: `
Fields go into the query of a GET and into the JSON body of anything else. -f takes text as it stands, -F reads true,
false, null and numbers, and @file for a file's text; name[key] and name[] build objects
and lists, in quotes where the shell reads brackets itself: -f 'platforms[]=instagram'. It never asks.`,
  examples: [
    'api GET /comments/Sp7kQm2XvLr9TzBd4HnW',
    'api GET /media/instagram/audio/search -f query=slow -F limit=3',
    'api GET /history -f platforms=instagram,tiktok -F lastDays=7 --dry-run',
  ],
  positional: ['method', 'path'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    method: defineFlag(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).describe('the HTTP method'), {
      anyCase: true,
    }),
    path: z.string().describe('the path behind the base address, such as /comments/Sp7kQm2XvLr9TzBd4HnW'),
    rawField: defineFlag(z.array(z.string()).default([]).describe('a field as text'), {
      short: 'f',
      placeholder: 'key=value',
    }),
    typedField: defineFlag(
      z.array(z.string()).default([]).describe('a field as true, false, null, a number, or @file'),
      {
        short: 'F',
        placeholder: 'key=value',
      },
    ),
    input: defineFlag(
      z.string().optional().describe('the JSON body, from a file or `-` for standard input'),
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
