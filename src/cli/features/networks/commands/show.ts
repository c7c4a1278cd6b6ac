import * as z from 'zod';
import { PLATFORMS, Platform } from '../../../../service/platforms.ts';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import type { CellValue } from '../../../framework/output/view.ts';
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

export default defineLocalRead({
  summary: 'Show what a network supports',
  examples: ['networks show instagram', 'networks show twitter --json'],
  positional: ['platform'],
  input: z.object({
    platform: Platform.describe(`network as the service calls it (${OTHERWISE})`),
  }),
  output: NetworkEntry,
  read: ({ platform }) => toNetworkEntry(platform),
  lines: (network) =>
    NETWORK_COLUMNS.map(({ name, title, value }) => ({
      name,
      title: TITLES[name] ?? title,
      value: value(network),
      shown:
        name === 'deletesPublished' ? DELETION_WORDS[network.deletesPublished] : formatList(value(network)),
    })),
});

function formatList(value: CellValue): string | undefined {
  return Array.isArray(value) ? value.join(', ') : undefined;
}
