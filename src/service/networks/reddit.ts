import * as z from 'zod';
import { GB, MB, MINUTE_SECONDS, USUAL_IMAGES } from '../media-limits.ts';
import { limitCharacters } from '../text-limits.ts';
import { COMMENTS_BY_POST, type NetworkFacts } from './network-facts.ts';

export const reddit = {
  name: 'Reddit',
  color: { terminal: 166, page: '#b03a0a' },
  hosts: ['redd', 'reddit'],
  lists: { subreddits: [{ id: 'coffee', name: 'Coffee' }] },
  posts: true,
  post: {
    // https://github.com/reddit-archive/reddit: r2/r2/models/link.py and r2/r2/lib/validator/validator.py
    text: limitCharacters(40_000),
    // the title is required: docs/service/posts.md#options
    title: { ...limitCharacters(300), isRequired: true },
    needsSubreddit: true,
    media: { isRequired: false, images: 20, videos: 1 },
    options: ({ text }) => ({ redditOptions: z.looseObject({ title: text, subreddit: text }).optional() }),
  },
  media: {
    image: { maxBytes: 20 * MB, types: USUAL_IMAGES },
    video: { maxBytes: 1 * GB, minSeconds: 0, maxSeconds: 15 * MINUTE_SECONDS },
  },
  reelsAndStories: false,
  deletesPublished: 'always',
  checksDuplicates: 'never',
  linkCard: null,
  comments: {
    ...COMMENTS_BY_POST,
    // https://github.com/reddit-archive/reddit: r2/r2/controllers/api.py, POST_comment
    limits: [limitCharacters(10_000)],
    sources: { likes: [['ups']], handle: [['from', 'name']] },
    record: ({ text, count, flag, sure }) => {
      const comment = z.looseObject({
        ...sure,
        from: z.looseObject({ name: text, id: text }).optional(),
        commentUrl: text,
        subreddit: text,
        ups: count,
        isSubmitter: flag,
      });
      return { comment, reply: null };
    },
  },
  messages: null,
  reviews: null,
  automations: false,
  postMetrics: { likes: 'ups', comments: 'numComments' },
  accountMetrics: { followers: 'subscribersCount', newFollowers: 'newSubscribersCount' },
} as const satisfies NetworkFacts;
