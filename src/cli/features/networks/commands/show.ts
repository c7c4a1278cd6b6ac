import * as z from 'zod';
import { PLATFORMS, Platform } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { CellValue, RecordLine } from '../../../framework/output/view.ts';
import { NETWORK_COLUMNS, NetworkEntry, toNetworkEntry } from '../network-entry.ts';

/** Networks whose value differs from their name. */
const OTHERWISE = Platform.options
  .filter((platform) => PLATFORMS[platform].name.toLowerCase() !== platform)
  .map((platform) => `${PLATFORMS[platform].name} is ${platform}`)
  .join(', ');

/** Longer titles of columns, for the record of one network. */
const TITLES: Readonly<Record<string, string>> = {
  'comments.byPost': 'comments of a post',
  'comments.bySocialPost': 'by Social Post ID',
  'comments.bySocialComment': 'by Social Comment ID',
  'comments.create': 'writing comments',
  'comments.reply': 'replying to them',
};

const DELETION_WORDS = { always: 'yes', 'page-login': 'with the page-based login', never: 'no' } as const;

export default defineCommand({
  summary: 'Show what a network supports',
  examples: ['networks show instagram', 'networks show twitter --json'],
  positional: ['platform'],
  flags: [],
  input: z.object({
    platform: Platform.describe(`network as the service calls it (${OTHERWISE})`),
  }),
  output: NetworkEntry,
  async run({ platform }) {
    const network = toNetworkEntry(platform);
    const lines: readonly RecordLine[] = NETWORK_COLUMNS.map(({ name, title, value }) => {
      const exact = value(network);
      const shown =
        name === 'deletesPublished' ? { shown: DELETION_WORDS[network.deletesPublished] } : formatList(exact);
      return { name, title: TITLES[name] ?? title, value: exact, ...shown };
    });
    return { view: { kind: 'record', document: network, lines } };
  },
});

function formatList(value: CellValue): { shown?: string } {
  return Array.isArray(value) ? { shown: value.join(', ') } : {};
}
