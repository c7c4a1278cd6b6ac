import * as z from 'zod';
import { Platform } from '../../../facts/platforms.ts';
import { defineCommand } from '../../command.ts';
import { NetworkEntry, networkEntry } from '../../network-entry.ts';

const yes = (value: boolean) => (value ? 'yes' : 'no');

export default defineCommand({
  summary: 'Show what works on one network, and what its comments carry',
  examples: ['networks show instagram', 'networks show twitter --json'],
  positional: ['platform'],
  flags: [],
  input: z.object({
    platform: Platform.describe('the network, by the value that the service uses: X is twitter'),
  }),
  output: NetworkEntry,
  async run({ platform }) {
    const network = networkEntry(platform);
    const { comments } = network;
    return {
      view: {
        kind: 'record',
        document: network,
        lines: [
          { name: 'platform', title: 'value', value: platform },
          { name: 'name', title: 'network', value: network.name },
          { name: 'posts', title: 'posts', value: yes(network.posts) },
          { name: 'comments.byPost', title: 'comments of a post', value: yes(comments.byPost) },
          { name: 'comments.bySocialPost', title: 'by Social Post ID', value: yes(comments.bySocialPost) },
          {
            name: 'comments.bySocialComment',
            title: 'by Social Comment ID',
            value: yes(comments.bySocialComment),
          },
          { name: 'comments.fields', title: 'a comment carries', value: comments.fields.join(', ') },
          { name: 'comments.replyFields', title: 'a reply carries', value: comments.replyFields.join(', ') },
          { name: 'messages', title: 'messages', value: yes(network.messages) },
          { name: 'automations', title: 'automations', value: yes(network.automations) },
        ],
      },
    };
  },
});
