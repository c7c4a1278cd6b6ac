import * as z from 'zod';
import { ServicePostId } from '../../../../service/ids.ts';
import { Platform } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { OpenedPost, openPost } from '../open-post.ts';
import { readPost, toPostEntry } from '../read-posts.ts';

export default defineCommand({
  summary: 'Open a post on a network in the browser',
  description: `
Opens the page of the post with the browser of your system. If the post is on several networks, you are asked which; in a
pipe, and without a browser, the links are printed.`,
  examples: [
    'posts open Sp7kQm2XvLr9TzBd4HnW',
    'posts open Sp7kQm2XvLr9TzBd4HnW --platform instagram --json',
  ],
  positional: ['id'],
  references: ['post'],
  flags: [REMOTE],
  input: z.object({
    id: defineFlag(ServicePostId.describe('Service Post ID, as printed by `posts list`'), {
      offers: 'post id',
    }),
    platform: defineFlag(Platform.optional().describe('network to open it on (default: ask)'), {
      placeholder: 'network',
    }),
  }),
  output: OpenedPost,
  records: 'links',
  async run({ id, platform }, context) {
    const answer = await readPost(await context.service.client(), id, context);
    return openPost(toPostEntry(answer.body), platform, context.io);
  },
});
