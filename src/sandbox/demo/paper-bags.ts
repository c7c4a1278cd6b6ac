import { DAY } from '../minutes.ts';
import { PRIMARY, type SeedPost } from '../seed.ts';

const BAGS_POSTED = 28 * DAY;

export const PAPER_BAGS: SeedPost = {
  id: 'Ck7tGn3PvHx5LwQm8ZrY',
  profile: PRIMARY,
  minutesAgo: BAGS_POSTED,
  text: 'From this week our 250 g bags are paper, inside and out. They crease, they stain, and they go in with the newspapers.',
  copies: [
    {
      platform: 'bluesky',
      socialPostId: 'at://did:plc:jjlmwnkomqzptcf5pox5zzhg/app.bsky.feed.post/3l74n4bgyo2fy',
      comments: [
        {
          id: 'at://did:plc:7g4hlcdfyaqpmnds4h5d6ejh/app.bsky.feed.post/3lkav6tznxbnk',
          by: 'odalys-fenn.example',
          minutesAgo: BAGS_POSTED - 220,
          text: 'Mine has been on the boat for a week and still closes. Well done.',
          likes: 7,
        },
      ],
    },
    { platform: 'facebook', socialPostId: '104857239016482_737948120366571', comments: [] },
    {
      platform: 'linkedin',
      socialPostId: 'urn:li:activity:7302604187335991303',
      comments: [
        {
          id: 'urn:li:comment:(urn:li:activity:7302604187335991303,7336990456458018963)',
          by: 'hanneke-vosbrinck',
          minutesAgo: BAGS_POSTED - 95,
          text: 'Which barrier did you choose, and does it pass the recycling test for 1 kg as well?',
          likes: 11,
          replies: [
            {
              id: 'urn:li:comment:(urn:li:activity:7302604187335991303,7319280471871516084)',
              by: 'kestrel-lane-coffee',
              minutesAgo: BAGS_POSTED - 160,
              text: 'A plant starch. It passes at 250 g and fails at 1 kg, by a little. We are working on the little.',
              likes: 15,
            },
          ],
        },
        {
          id: 'urn:li:comment:(urn:li:activity:7302604187335991303,7397798122740906386)',
          by: 'tomoko-arisugawa-bell',
          minutesAgo: BAGS_POSTED - 1490,
          text: '紙のにおいも好きです。The creases make it look like a letter.',
          likes: 18,
        },
        {
          id: 'urn:li:comment:(urn:li:activity:7302604187335991303,7397672858347392107)',
          by: 'ines-aldabarren',
          minutesAgo: BAGS_POSTED - 2210,
          text: '¡Enhorabuena! Uno se rompió en mi mochila, pero olía tan bien que nadie se quejó.',
          likes: 6,
        },
      ],
    },
  ],
};
