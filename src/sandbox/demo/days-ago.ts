import { DAY, PRIMARY, type SeedPost } from '../seed.ts';

const POSTED = 3 * DAY;

/** The two stories have expired with their comments (485); the Threads copy is still there. */
export const ROASTERY_STORY: SeedPost = {
  id: 'Fd2hZm9TbUe6XwNr4JkC',
  profile: PRIMARY,
  minutesAgo: POSTED,
  text: 'One minute behind the roastery door. Mind the noise, it is the beans cracking.',
  copies: [
    {
      platform: 'facebook',
      socialPostId: '104857239016482_738196653820147',
      kind: 'story',
      comments: [
        {
          id: '738196653820147_360721308627076',
          by: 'maud.perriwinkle',
          minutesAgo: POSTED - 140,
          text: 'I could smell that through the telephone.',
        },
      ],
    },
    {
      platform: 'instagram',
      socialPostId: '18167435324106349',
      kind: 'story',
      comments: [
        {
          id: '18187959317852981',
          by: 'beo.and.bikes',
          minutesAgo: POSTED - 30,
          text: 'The crack at the end, wow 🔊',
        },
        {
          id: '18052149959088107',
          by: 'sami.toasts',
          minutesAgo: POSTED - 95,
          text: 'Can we visit? Two of us, very well behaved',
        },
      ],
    },
    {
      platform: 'threads',
      socialPostId: '18016090104450256',
      comments: [
        {
          id: '18074386022879476',
          by: 'wren.and.wharf',
          minutesAgo: POSTED - 210,
          text: 'First crack or second? We have a bet running at the studio.',
          replies: [
            {
              id: '18005951416302207',
              by: 'kestrellane.coffee',
              minutesAgo: POSTED - 260,
              text: 'First. We stop about a minute after it. Who pays?',
            },
            {
              id: '18037816811113970',
              by: 'wren.and.wharf',
              minutesAgo: POSTED - 275,
              text: 'Me. It is always me.',
            },
          ],
        },
        {
          id: '18029550843739987',
          by: 'mikkel.tegner',
          minutesAgo: POSTED - 1210,
          text: 'I drew it! Smoke is harder than it looks ✏️',
          extra: { mediaType: 'IMAGE' },
        },
        {
          id: '18037776096797718',
          by: 'saltgrass.sal',
          minutesAgo: POSTED - 2660,
          text: 'Is it always this loud? How do you talk to each other?',
        },
      ],
    },
  ],
};

/** A post without comments: an empty response is a success. */
export const CLOSING_EARLY: SeedPost = {
  id: 'Qe8uJx5MhAn3FvYb6TwS',
  profile: PRIMARY,
  minutesAgo: 6 * DAY,
  text: 'We close at four this Thursday: the roaster gets its yearly clean, and so do we. Back on Friday at seven.',
  copies: [
    {
      platform: 'bluesky',
      socialPostId: 'at://did:plc:jjlmwnkomqzptcf5pox5zzhg/app.bsky.feed.post/3ly2lgvnov3kb',
      comments: [],
    },
    { platform: 'facebook', socialPostId: '104857239016482_738172208465913', comments: [] },
    { platform: 'threads', socialPostId: '18043368159810336', comments: [] },
    { platform: 'twitter', socialPostId: '1913516564604971477', comments: [] },
  ],
};
