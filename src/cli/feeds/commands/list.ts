import * as z from 'zod';
import { AnsweredFeed } from '../../../service/endpoints/feeds.ts';
import { defineCommand, getServiceTime } from '../../shell/command.ts';
import { REMOTE } from '../../shell/flags/flags.ts';
import { READ_PROFILES } from '../../shell/flags/read-flags.ts';
import { FEED_COLUMNS, readFeeds } from '../feed.ts';

export default defineCommand({
  summary: 'List the feeds of the profile',
  description: 'A feed that could not be read the last time has the reason beside its address.',
  before: ['feeds add https://blog.example.com/feed.xml'],
  examples: ['feeds list', 'feeds list --json --fields id,feedURL,error'],
  flags: [REMOTE, READ_PROFILES],
  input: z.object({}),
  output: z.looseObject({ feeds: z.array(AnsweredFeed) }),
  records: 'feeds',
  async run(_input, { service }) {
    const answer = await readFeeds(await service.client());
    const feeds = answer.body.feeds ?? [];
    return {
      view: {
        kind: 'list',
        document: { ...answer.body, feeds },
        key: 'feeds',
        rows: feeds,
        columns: FEED_COLUMNS,
        empty: 'no feeds',
      },
      raw: answer.bytes,
      ...getServiceTime(answer),
    };
  },
});
