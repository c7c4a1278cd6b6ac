import * as z from 'zod';
import { Platform } from '../../../facts/platforms.ts';
import { defineCommand } from '../../command.ts';
import { NetworkEntry, networkEntry } from '../../network-entry.ts';
import type { Column } from '../../render/view.ts';

const yes = (value: boolean) => (value ? 'yes' : '-');

const COLUMNS: readonly Column<NetworkEntry>[] = [
  { name: 'platform', title: 'value', value: ({ platform }) => platform, role: 'name', drop: 0 },
  { name: 'name', title: 'network', value: ({ name }) => name, flexible: true },
  { name: 'posts', title: 'posts', value: ({ posts }) => posts, show: ({ posts }) => yes(posts), drop: 2 },
  {
    name: 'comments.byPost',
    title: 'comments',
    value: ({ comments }) => comments.byPost,
    show: ({ comments }) => yes(comments.byPost),
    drop: 1,
  },
  {
    name: 'comments.bySocialPost',
    title: 'by post id',
    value: ({ comments }) => comments.bySocialPost,
    show: ({ comments }) => yes(comments.bySocialPost),
    drop: 5,
  },
  {
    name: 'comments.bySocialComment',
    title: 'by comment id',
    value: ({ comments }) => comments.bySocialComment,
    show: ({ comments }) => yes(comments.bySocialComment),
    drop: 6,
  },
  {
    name: 'messages',
    title: 'messages',
    value: ({ messages }) => messages,
    show: ({ messages }) => yes(messages),
    drop: 4,
  },
  {
    name: 'automations',
    title: 'automations',
    value: ({ automations }) => automations,
    show: ({ automations }) => yes(automations),
    drop: 3,
  },
];

export default defineCommand({
  summary: 'List the networks and what works on each',
  examples: ['networks list', 'networks list --json --fields platform,comments.byPost'],
  flags: [],
  input: z.object({}),
  output: z.object({ networks: z.array(NetworkEntry) }),
  records: 'networks',
  async run() {
    const networks = Platform.options.map(networkEntry);
    return {
      view: {
        kind: 'list',
        document: { networks },
        key: 'networks',
        rows: networks,
        columns: COLUMNS,
        empty: '',
      },
    };
  },
});
