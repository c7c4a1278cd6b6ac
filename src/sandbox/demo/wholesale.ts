import { DAY, type SeedPost } from '../seed.ts';

const POSTED = 9 * DAY;

/** A post with business accounts among its commenters. */
export const WHOLESALE_LIST: SeedPost = {
  id: 'Wy4cNs8ZpTg2LkRm7VdJ',
  profile: 'wholesale',
  minutesAgo: POSTED,
  text: 'The new wholesale list is out: from 10 kg a month, roasted on Tuesdays, brought by cargo bike inside the ring road. Training for two of your people is included. https://wholesale.kestrellane.example/list',
  copies: [
    {
      platform: 'bluesky',
      socialPostId: 'at://did:plc:lakxe5y3xcpg4x6uqxjcdve4/app.bsky.feed.post/3l53ce5fib5ju',
      comments: [
        {
          id: 'at://did:plc:axven5ybhtmjmaawxbchixkg/app.bsky.feed.post/3lro2xvnxnnua',
          by: 'tern-street.example',
          minutesAgo: POSTED - 77,
          text: '10 kg is what we drink before lunch on a Monday. Is there a price for 40?',
          likes: 6,
          replies: [
            {
              id: 'at://did:plc:lakxe5y3xcpg4x6uqxjcdve4/app.bsky.feed.post/3lt5lkuvb7up4',
              by: 'wholesale.kestrellane.example',
              minutesAgo: POSTED - 102,
              text: 'There is, and it is friendlier. It should be in your inbox now.',
              likes: 1,
            },
          ],
        },
        {
          id: 'at://did:plc:wp36mg7vmmxn66ro7deps5we/app.bsky.feed.post/3lpqix4e64aau',
          by: 'bastian-holm.example',
          minutesAgo: POSTED - 1330,
          text: 'Cargo bike! 🚲 How many sacks fit before it tips over?',
          likes: 9,
          extra: { repostCount: 2 },
        },
      ],
    },
    {
      platform: 'linkedin',
      socialPostId: 'urn:li:activity:7309514880261734407',
      comments: [
        {
          id: 'urn:li:comment:(urn:li:activity:7309514880261734407,7301292371851953318)',
          by: 'skerry-ferries',
          minutesAgo: POSTED - 205,
          text: 'Could you supply three ships? About 60 kg a month, and something that forgives a swell.',
          likes: 24,
          replies: [
            {
              id: 'urn:li:comment:(urn:li:activity:7309514880261734407,7389755545537712343)',
              by: 'kestrel-lane-wholesale',
              minutesAgo: POSTED - 241,
              text: 'Gladly. Anwen gets seasick, so Bram will come aboard with samples. Which day suits you?',
              likes: 31,
            },
            {
              id: 'urn:li:comment:(urn:li:activity:7309514880261734407,7371524290950674359)',
              by: 'skerry-ferries',
              minutesAgo: POSTED - 290,
              text: 'Wednesday, the 9:30 from pier 2. It will be calm, we have asked.',
              likes: 17,
            },
          ],
        },
        {
          id: 'urn:li:comment:(urn:li:activity:7309514880261734407,7359323328847032000)',
          by: 'lumen-and-loom',
          minutesAgo: POSTED - 1122,
          text: 'What does a machine on loan cost at 15 kg a month, service included?',
          likes: 3,
          replies: [
            {
              id: 'urn:li:comment:(urn:li:activity:7309514880261734407,7389258474308601270)',
              by: 'kestrel-lane-wholesale',
              minutesAgo: POSTED - 1160,
              text: 'Nothing from 12 kg on. Below that it is £45 a month. We bring the filters, you bring the water.',
              likes: 6,
            },
          ],
        },
        {
          id: 'urn:li:comment:(urn:li:activity:7309514880261734407,7351306819148865514)',
          by: 'hanneke-vosbrinck',
          minutesAgo: POSTED - 2840,
          text: 'Are the 1 kg bags plain paper yet? If the valve is the problem, I know a valve.',
          likes: 14,
        },
        {
          id: 'urn:li:comment:(urn:li:activity:7309514880261734407,7307333800405982930)',
          by: 'gideon-sparrowe',
          minutesAgo: POSTED - 4315,
          text: 'Payment terms, please: 14 days or 30?',
        },
      ],
    },
    {
      platform: 'twitter',
      socialPostId: '1951647212100898195',
      comments: [
        {
          id: '1981979398562946504',
          by: 'hull_and_hob',
          minutesAgo: POSTED - 51,
          text: 'We moved the barge over to you in winter. The guests noticed before the accountant did.',
          likes: 22,
          extra: { impressionCount: 1904, bookmarkCount: 2, quoteCount: 1 },
        },
        {
          id: '1999758795126219226',
          by: 'tamsin_gale',
          minutesAgo: POSTED - 1408,
          text: 'Do you deliver to the islands too, or only inside the ring road?',
          likes: 1,
          extra: { impressionCount: 288 },
          replies: [
            {
              id: '1947864112807241403',
              by: 'KestrelLaneB2B',
              minutesAgo: POSTED - 1440,
              text: '@tamsin_gale To the islands too, by ferry, on Thursdays. Same price, slightly salty bags.',
              likes: 5,
              extra: { impressionCount: 260 },
            },
          ],
        },
        {
          id: '1930025923910726674',
          by: 'OttilieWrites',
          minutesAgo: POSTED - 3050,
          text: 'Ten kilos at least? The new novel needs twelve.',
          likes: 47,
          extra: { impressionCount: 5120, bookmarkCount: 1 },
        },
      ],
    },
  ],
};
