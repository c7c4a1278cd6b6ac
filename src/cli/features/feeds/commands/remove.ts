import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { formatThese } from '../../../../domain/text/lists-and-counts.ts';
import { ignoreErrors } from '../../../../errors.ts';
import { removeFeed } from '../../../../service/endpoints/feeds.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildPlannedViews } from '../../../framework/command/writes.ts';
import { REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { ChangedSeveral, changeSeveral } from '../../../framework/many/change-several.ts';
import { addRest, MOST_NAMED, readIdsOrRaw } from '../../../framework/many/read-ids.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { FEED_IDS, isAddress, LOOKED_UP, readFeeds, resolveFeedIds } from '../feed.ts';

export default defineCommand({
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
  positional: ['feeds'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object(FEED_IDS),
  output: ChangedSeveral,
  records: 'results',
  async run({ feeds: named, idsFrom, yes, dryRun }, { service, io }) {
    const ids = await readIdsOrRaw({ ids: named, idsFrom, acceptsUrls: true }, io);
    const client = await service.client({ writes: !dryRun, sends: { row: removeFeed } });
    if (dryRun)
      return {
        view: buildPlannedViews(
          ids.map((id) => client.plan(removeFeed, { body: { id } })),
          idsFrom,
        ),
        notes: ids.some(isAddress) ? [LOOKED_UP] : [],
      };
    await io.confirm({
      what: `remove ${formatThese(ids.length, 'feed')}`,
      details: () => describeFeeds(client, ids),
      yes,
    });
    const toId = await resolveFeedIds(client, ids);
    return changeSeveral({
      ids,
      done: 'removed',
      shownBy: crier`feeds list`,
      apply: async (which) => client.call(removeFeed, { body: { id: toId(which) } }),
      io,
    });
  },
});

/** One line for each feed: `aB3dE6gH9k  Kestrel Lane Journal, https://…`. */
async function describeFeeds(client: Client, ids: readonly string[]): Promise<readonly string[]> {
  const feeds = (await ignoreErrors(readFeeds(client)))?.body.feeds ?? [];
  const lines = ids.slice(0, MOST_NAMED).map((which) => {
    const feed = feeds.find(({ id, feedURL }) => id === which || feedURL === which);
    if (feed === undefined) return `${which}  (could not be read)`;
    return `${feed.id}  ${[feed.title, feed.feedURL].filter((part) => part != null).join(', ')}`;
  });
  return addRest(lines, ids.length);
}
