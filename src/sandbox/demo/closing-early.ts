import { DAY } from '../minutes.ts';
import { PRIMARY, type SeedPost } from '../seed.ts';

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
