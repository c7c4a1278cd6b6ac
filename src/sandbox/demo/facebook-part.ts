import type { SeedCopy } from '../seed.ts';
import { LAUNCHED } from './spring-blend-elsewhere.ts';

export const SPRING_BLEND_ON_FACEBOOK: SeedCopy = {
  platform: 'facebook',
  socialPostId: '104857239016482_738201946518273',
  comments: [
    {
      id: '738201946518273_458941942877918',
      by: 'orla.finnick',
      minutesAgo: LAUNCHED - 2095,
      text: 'Picked up two bags this morning and now the whole boat smells of it ☕⛵',
      likes: 14,
      extra: { userLikes: true },
      replies: [
        {
          id: '738201946518273_809022715091818',
          by: 'kestrellanecoffee',
          minutesAgo: LAUNCHED - 2112,
          text: 'Fair winds, Orla! Keep one bag dry for the way back.',
          likes: 4,
          replies: [
            {
              id: '738201946518273_434574520040874',
              by: 'orla.finnick',
              minutesAgo: LAUNCHED - 2130,
              text: 'The first one is half empty already, so no promises 😄',
              likes: 6,
              extra: { userLikes: true },
            },
          ],
        },
      ],
    },
    {
      id: '738201946518273_514760989021722',
      by: 'dara.wexcombe',
      minutesAgo: LAUNCHED - 1340,
      text: 'My bag came with the old winter label. Is it the new blend inside? Order 20418.',
      likes: 1,
      replies: [
        {
          id: '738201946518273_399915274057041',
          by: 'kestrellanecoffee',
          minutesAgo: LAUNCHED - 1362,
          text: 'It is, Dara. Our mistake: we ran out of new labels for an hour. Two stickers and an apology are in the post.',
          likes: 3,
        },
      ],
    },
    {
      id: '738201946518273_304620668982622',
      by: 'len.hathersage',
      minutesAgo: LAUNCHED - 95,
      text: 'Are dogs allowed in the shop? Asking for a very polite one 🐕‍🦺',
      likes: 8,
      extra: { from: null },
    },
  ],
};
