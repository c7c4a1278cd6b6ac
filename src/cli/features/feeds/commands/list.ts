import * as z from 'zod';
import { AnsweredFeed } from '../../../../service/endpoints/feeds.ts';
import { defineCommand, getServiceTime } from '../../../framework/command/command.ts';
import { REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { describeHeldBack, FEED_COLUMNS, readFeeds } from '../feed.ts';

const HELD_BACK = `"${crier`feeds show <id>`}" lists the last entries that were not posted; "${crier`posts create`}" posts one`;

export default defineCommand({
  summary: 'List the feeds of the profile',
  description: `
A feed that could not be read the last time has the reason beside its address, as has one with entries of the last 30 days that
were not posted, because it is doubtful that they are new: a site was moved or rebuilt, or older entries came back.`,
  before: ['feeds add https://blog.example.com/feed.xml'],
  examples: ['feeds list', 'feeds list --json --fields id,feedURL,error'],
  flags: [REMOTE, READ_PROFILES],
  input: z.object({}),
  output: z.looseObject({ feeds: z.array(AnsweredFeed) }),
  records: 'feeds',
  async run(_input, { service }) {
    const answer = await readFeeds(await service.client());
    const feeds = answer.body.feeds ?? [];
    const held = feeds.flatMap((feed) => {
      const line = describeHeldBack(feed);
      return line === null ? [] : [`${feed.id}: ${line}`];
    });
    return {
      view: {
        kind: 'list',
        document: { ...answer.body, feeds },
        key: 'feeds',
        rows: feeds,
        columns: FEED_COLUMNS,
        empty: 'no feeds',
      },
      notes: held.length === 0 ? [] : [...held, HELD_BACK],
      raw: answer.bytes,
      ...getServiceTime(answer),
    };
  },
});
