import { PRIMARY, type SeedPost } from '../seed.ts';

/** Only on TikTok, and not confirmed yet: every leg fails, and so does the whole read (288). */
export const PACKING_SONG: SeedPost = {
  id: 'Tk6xBn4VgSj8QcLp2RyF',
  profile: PRIMARY,
  minutesAgo: 10,
  text: 'Forty parcels, one tape gun, one song that none of us can get rid of.',
  copies: [{ platform: 'tiktok', socialPostId: 'pending', comments: [] }],
};
