import type { Client } from '../../../../client/client.ts';
import { formatThese } from '../../../../domain/text/lists-and-counts.ts';
import { ignoreErrors } from '../../../../errors.ts';
import { removeFeed } from '../../../../service/endpoints/feeds.ts';
import { defineBatchChange } from '../../../framework/many/define-batch-change.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { FEED_IDS, readFeeds } from '../feed.ts';

export default defineBatchChange({
  summary: 'Remove feeds: their new entries are no longer posted',
  description: `
Posts that they made stay. Asks for confirmation and shows each feed; without a terminal, --yes is required. With several
feeds or --ids-from, one that fails does not stop the others: "results" in the JSON document has the result of each.`,
  before: ['feeds add https://blog.example.com/feed.xml'],
  examples: [
    'feeds remove https://blog.example.com/feed.xml --yes',
    'feeds remove https://blog.example.com/feed.xml --yes --json',
    'feeds remove aB3dE6gH9k --dry-run',
  ],
  ids: FEED_IDS,
  call: removeFeed,
  request: (id) => ({ body: { id } }),
  confirm: {
    what: ({ length }) => `remove ${formatThese(length, 'feed')}`,
    describe: (ids, { client }) => describeFeeds(client, ids),
  },
  done: 'removed',
  shownBy: crier`feeds list`,
});

/** One line for each feed: `aB3dE6gH9k  Kestrel Lane Journal, https://…`. */
async function describeFeeds(client: Client, ids: readonly string[]): Promise<readonly string[]> {
  const feeds = (await ignoreErrors(readFeeds(client)))?.body.feeds ?? [];
  return ids.map((which) => {
    const feed = feeds.find(({ id, feedURL }) => id === which || feedURL === which);
    if (feed === undefined) return `${which}  (could not be read)`;
    return `${feed.id}  ${[feed.title, feed.feedURL].filter((part) => part != null).join(', ')}`;
  });
}
