import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { FeedType, updateFeed } from '../../../../service/endpoints/feeds.ts';
import { defineFlag, defineSwitch, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { defineBatchChange } from '../../../framework/many/define-batch-change.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { FEED_IDS } from '../feed.ts';

export default defineBatchChange({
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
  ids: FEED_IDS,
  validationCode: 101,
  input: z.object({
    url: defineTextFlag('new address of the feed', { placeholder: 'url' }),
    type: defineFlag(FeedType.optional().describe('rss or substack'), { placeholder: 'type' }),
    firstImage: defineSwitch('post the first image of an entry with it', { conflicts: ['noFirstImage'] }),
    noFirstImage: defineSwitch('post entries without an image'),
    hashtags: defineSwitch('add hashtags to the posts', { conflicts: ['noHashtags'] }),
    noHashtags: defineSwitch('post entries without added hashtags'),
  }),
  call: updateFeed,
  prepare({ url, type, ...flags }, { ids }) {
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
    return change;
  },
  request: (id, _input, change) => ({ body: { id, ...change } }),
  done: 'updated',
  shownBy: crier`feeds list`,
});
