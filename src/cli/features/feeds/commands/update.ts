import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { FeedType, updateFeed } from '../../../../service/endpoints/feeds.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildPlannedViews } from '../../../framework/command/writes.ts';
import { defineFlag, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { ChangedSeveral, changeSeveral } from '../../../framework/many/change-several.ts';
import { readIdsOrRaw } from '../../../framework/many/read-ids.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { FEED_IDS, isAddress, LOOKED_UP, resolveFeedIds } from '../feed.ts';

export default defineCommand({
  summary: 'Change feeds',
  description: `
What you do not set stays unchanged. A new --url is read at once, as when a feed is added: what it has then is not posted. With
several feeds or --ids-from, one that fails does not stop the others: "results" in the JSON document has the result of each.`,
  before: ['feeds add https://blog.example.com/feed.xml'],
  examples: [
    'feeds update https://blog.example.com/feed.xml --first-image',
    'feeds update https://blog.example.com/feed.xml --hashtags --json',
    'feeds update aB3dE6gH9k --url https://blog.example.com/moved.xml --dry-run',
  ],
  positional: ['feeds'],
  changes: true,
  flags: [REMOTE, WRITE],
  validationCode: 101,
  input: z.object({
    ...FEED_IDS,
    url: defineFlag(z.string().optional().describe('new address of the feed'), { placeholder: 'url' }),
    type: defineFlag(FeedType.optional().describe('rss or substack'), { placeholder: 'type' }),
    firstImage: defineFlag(z.boolean().default(false).describe('post the first image of an entry with it'), {
      conflicts: ['noFirstImage'],
    }),
    noFirstImage: z.boolean().default(false).describe('post entries without an image'),
    hashtags: defineFlag(z.boolean().default(false).describe('add hashtags to the posts'), {
      conflicts: ['noHashtags'],
    }),
    noHashtags: z.boolean().default(false).describe('post entries without added hashtags'),
  }),
  output: ChangedSeveral,
  records: 'results',
  async run({ feeds: named, idsFrom, url, type, dryRun, ...flags }, { service, io }) {
    const ids = await readIdsOrRaw({ ids: named, idsFrom, acceptsUrls: true }, io);
    const change = {
      ...(url !== undefined && { url }),
      ...(type !== undefined && { type }),
      ...((flags.firstImage || flags.noFirstImage) && { useFirstImage: flags.firstImage }),
      ...((flags.hashtags || flags.noHashtags) && { autoHashtag: flags.hashtags }),
    };
    if (Object.keys(change).length === 0)
      throw createUsageError('nothing to change', 'add --url, --type, --first-image or --hashtags');
    if (url !== undefined && ids.length > 1)
      throw createUsageError('--url is the address of one feed', 'name one feed, or remove --url');
    const client = await service.client({ writes: !dryRun, sends: { row: updateFeed } });
    if (dryRun)
      return {
        view: buildPlannedViews(
          ids.map((id) => client.plan(updateFeed, { body: { id, ...change } })),
          idsFrom,
        ),
        notes: ids.some(isAddress) ? [LOOKED_UP] : [],
      };
    const toId = await resolveFeedIds(client, ids);
    return changeSeveral({
      ids,
      done: 'updated',
      shownBy: crier`feeds list`,
      apply: async (which) => client.call(updateFeed, { body: { id: toId(which), ...change } }),
      io,
    });
  },
});
