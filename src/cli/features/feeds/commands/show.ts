import * as z from 'zod';
import { AnsweredFeed } from '../../../../service/endpoints/feeds.ts';
import { defineCommand, getServiceTime } from '../../../framework/command/command.ts';
import { REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { FOUND_RESULTS } from '../../../framework/many/change-several.ts';
import { getOnlyId, readIds } from '../../../framework/many/read-ids.ts';
import { readSeveral } from '../../../framework/many/read-several.ts';
import { listRecord } from '../../../framework/output/view.ts';
import { FEED_COLUMNS, FEEDS, findFeed, listFeedLines, readFeeds } from '../feed.ts';

export default defineCommand({
  summary: 'Show feeds, by their ids or addresses',
  description: `
When a feed was last read, when it will be, and why it could not be. With several or --ids-from, one that is unknown does not
stop the others: "results" of the JSON document has the result of each.`,
  before: ['feeds add https://blog.example.com/feed.xml'],
  examples: [
    'feeds show https://blog.example.com/feed.xml',
    'feeds show https://blog.example.com/feed.xml --json',
  ],
  positional: ['feeds'],
  flags: [REMOTE, READ],
  reads: { acceptsUrls: true },
  input: z.object({ feeds: FEEDS }),
  output: z.union([AnsweredFeed, z.strictObject({ results: FOUND_RESULTS, feeds: z.array(AnsweredFeed) })]),
  records: 'feeds',
  async run({ feeds: named, idsFrom, concurrency }, { service, io }) {
    const ids = await readIds({ ids: named, idsFrom, acceptsUrls: true }, io);
    const answer = await readFeeds(await service.client());
    const known = answer.body.feeds ?? [];
    const only = getOnlyId(ids, idsFrom);
    if (only === null) {
      const read = async (which: string) => ({ record: findFeed(known, which), answer });
      const empty = 'no feed was found';
      return readSeveral({ ids, concurrency, key: 'feeds', columns: FEED_COLUMNS, empty, read }, io);
    }
    const feed = findFeed(known, only);
    return {
      view: {
        kind: 'record',
        document: feed,
        lines: listFeedLines(feed),
        ...listRecord(FEED_COLUMNS, feed),
      },
      ...getServiceTime(answer),
    };
  },
});
