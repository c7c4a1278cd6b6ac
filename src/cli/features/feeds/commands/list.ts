import * as z from 'zod';
import { AnsweredFeed, listFeeds } from '../../../../service/endpoints/feeds.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { describeHeldBack, FEED_COLUMNS } from '../feed.ts';

const HELD_BACK = `"${crier`feeds show <id>`}" lists the last entries that were not posted; "${crier`posts create`}" posts one`;

export default defineRead({
  summary: 'List the feeds of the profile',
  description: `
A feed that could not be read the last time has the reason beside its address, as has one with entries of the last 30 days that
were not posted, because it is doubtful that they are new: a site was moved or rebuilt, or older entries came back.`,
  before: ['feeds add https://blog.example.com/feed.xml'],
  examples: ['feeds list', 'feeds list --json --fields id,feedURL,error'],
  input: z.object({}),
  output: z.looseObject({ feeds: z.array(AnsweredFeed) }),
  records: 'feeds',
  call: listFeeds,
  rows: ({ feeds }) => feeds ?? [],
  columns: FEED_COLUMNS,
  empty: 'no feeds',
  notes(feeds) {
    const held = feeds.flatMap((feed) => {
      const line = describeHeldBack(feed);
      return line === null ? [] : [`${feed.id}: ${line}`];
    });
    return held.length === 0 ? [] : [...held, HELD_BACK];
  },
});
