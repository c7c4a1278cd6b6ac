import { DAY } from '../minutes.ts';
import { PRIMARY, type SeedPost } from '../seed.ts';

/** Waiting for approval: it is on no network yet. */
export const SUMMER_HOURS: SeedPost = {
  id: 'Su3gHk9WqZr5TcYb7MvN',
  profile: PRIMARY,
  minutesAgo: 90,
  text: 'From next month the counter opens at half past six. The ferry crew asked, and we could not say no.',
  copies: [],
  plan: { status: 'awaiting approval', minutesAgo: -6 * DAY, platforms: ['facebook', 'instagram'] },
  notes: 'ask Imke about the date before this goes out',
};
