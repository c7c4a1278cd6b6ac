import * as z from 'zod';
import { AnsweredFeed } from '../../../../service/endpoints/feeds.ts';
import { defineBatchRead, defineFound } from '../../../framework/many/define-batch-read.ts';
import { listRecord } from '../../../framework/output/view.ts';
import { FEED_COLUMNS, FEEDS, findFeed, listFeedLines, readFeeds } from '../feed.ts';

export default defineBatchRead({
  summary: 'Show feeds, by their ids or addresses',
  description: `
When a feed was last read, when it will be, and why it could not be. With several or --ids-from, one that is unknown does not
stop the others: "results" of the JSON document has the result of each.`,
  before: ['feeds add https://blog.example.com/feed.xml'],
  examples: [
    'feeds show https://blog.example.com/feed.xml',
    'feeds show https://blog.example.com/feed.xml --json',
  ],
  ids: { name: 'feeds', flag: FEEDS },
  reads: { acceptsUrls: true },
  output: z.union([AnsweredFeed, defineFound('feeds', AnsweredFeed)]),
  records: 'feeds',
  key: 'feeds',
  columns: FEED_COLUMNS,
  empty: 'no feed was found',
  readOnce: readFeeds,
  async read(which, { known: { body, headers } }) {
    return { record: findFeed(body.feeds ?? [], which), answer: { headers } };
  },
  show: (feed) => ({
    view: { kind: 'record', document: feed, lines: listFeedLines(feed), ...listRecord(FEED_COLUMNS, feed) },
  }),
});
