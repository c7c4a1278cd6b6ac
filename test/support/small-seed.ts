import {
  PRIMARY,
  type Seed,
  type SeedComment,
  type SeedCopy,
  type SeedPost,
} from '../../src/sandbox/seed.ts';
import { SAMPLE_POST_ID } from '../../src/service/endpoint.ts';
import { CommentPlatform } from '../../src/service/platforms.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Service Post IDs of the small seed. */
export const POST = {
  everywhere: SAMPLE_POST_ID,
  oldStory: 'OldStoryAAAAAAAAAAA2',
  newStory: 'NewStoryAAAAAAAAAAA3',
  expiredStoryOnly: 'ExpiredStoryOnlyAAA4',
  pendingAmongOthers: 'PendingAmongOthersA5',
  failedOnly: 'FailedOnlyAAAAAAAAA6',
  onX: 'OnXAAAAAAAAAAAAAAAA7',
  replyOnX: 'ReplyOnXAAAAAAAAAAA8',
  silent: 'SilentAAAAAAAAAAAAA9',
  many: 'ManyAAAAAAAAAAAAAA10',
  acme: 'AcmeAAAAAAAAAAAAAA11',
  unlinked: 'UnlinkedAAAAAAAAAA12',
  allFail: 'AllFailAAAAAAAAAAA13',
} as const;

/** How many comments `POST.many` has on each of its networks. */
export const MANY = 1_005;

/** Social Post ID of the post that is everywhere. */
export const everywhereOn = (platform: CommentPlatform): string => `${platform}-70000000000000001`;
/** Social Comment ID of its older comment, of the reply to that, and of the reply to the reply. */
export const threadOn = (platform: CommentPlatform) => ({
  comment: `${platform}-c1`,
  reply: `${platform}-c1-r1`,
  deeper: `${platform}-c1-r1-r1`,
});

const NINE = CommentPlatform.options;

const thread = (platform: CommentPlatform, extra: SeedComment['extra'] = {}): SeedComment => ({
  id: threadOn(platform).comment,
  by: 'ada',
  text: `first on ${platform}`,
  minutesAgo: 3 * HOUR,
  likes: 3,
  extra,
  replies: [
    {
      id: threadOn(platform).reply,
      by: 'us',
      text: 'thank you',
      minutesAgo: 2 * HOUR,
      replies: [{ id: threadOn(platform).deeper, by: 'ben', text: 'and me?', minutesAgo: HOUR }],
    },
  ],
});

/** On linkedin only, where replies are requested by comment id. */
export const ANSWERED_TWICE: SeedComment = {
  id: 'urn:li:comment:(urn:li:activity:71,9)',
  by: 'ben',
  text: 'two answers, please',
  minutesAgo: 4 * HOUR,
  replies: [
    { id: 'linkedin-r1', by: 'us', text: 'one', minutesAgo: 60 },
    { id: 'linkedin-r2', by: 'us', text: 'two', minutesAgo: 50 },
  ],
};

const EVERYWHERE: SeedPost = {
  id: POST.everywhere,
  profile: PRIMARY,
  text: 'new in spring',
  minutesAgo: 2 * DAY,
  copies: NINE.map(
    (platform): SeedCopy => ({
      platform,
      socialPostId: everywhereOn(platform),
      ...(platform === 'reddit' && { subreddit: 'coffee' }),
      comments: [
        thread(platform),
        { id: `${platform}-c2`, by: 'big', text: `second on ${platform}`, minutesAgo: 30 },
        ...(platform === 'linkedin' ? [ANSWERED_TWICE] : []),
      ],
    }),
  ),
};

const onFacebook = (socialPostId: string, comments: readonly SeedComment[] = []): SeedCopy => ({
  platform: 'facebook',
  socialPostId,
  comments,
});

const story = (id: string, minutesAgo: number): SeedPost => ({
  id,
  profile: PRIMARY,
  text: '',
  minutesAgo,
  copies: [
    { platform: 'instagram', socialPostId: `story-${id}`, kind: 'story', comments: [said(`story-${id}-c`)] },
    onFacebook(`post-${id}`, [said(`post-${id}-c`)]),
  ],
});

const many = (platform: CommentPlatform): SeedCopy => ({
  platform,
  socialPostId: `many-${platform}`,
  comments: Array.from({ length: MANY }, (_, index) => said(`many-${platform}-${index}`, MANY - index)),
});

const POSTS: readonly SeedPost[] = [
  EVERYWHERE,
  story(POST.oldStory, DAY),
  story(POST.newStory, DAY - 1),
  {
    id: POST.expiredStoryOnly,
    profile: PRIMARY,
    text: '',
    minutesAgo: 3 * DAY,
    copies: [{ platform: 'facebook', socialPostId: 'gone-story', kind: 'story', comments: [said('gone-c')] }],
  },
  {
    id: POST.pendingAmongOthers,
    profile: PRIMARY,
    text: '',
    minutesAgo: 5,
    copies: [
      { platform: 'tiktok', socialPostId: 'pending', comments: [] },
      onFacebook('beside-pending', [said('beside-pending-c', 2)]),
    ],
  },
  {
    id: POST.failedOnly,
    profile: PRIMARY,
    text: '',
    minutesAgo: 5,
    copies: [{ platform: 'tiktok', socialPostId: 'failed', comments: [] }],
  },
  {
    id: POST.onX,
    profile: PRIMARY,
    text: 'a question',
    minutesAgo: 5 * HOUR,
    copies: [
      {
        platform: 'twitter',
        socialPostId: '1800000000000000001',
        comments: [said('1800000000000000011', 200), said('1800000000000000012', 190)],
      },
    ],
  },
  {
    id: POST.replyOnX,
    profile: PRIMARY,
    text: 'an answer to ourselves',
    minutesAgo: 4 * HOUR,
    copies: [
      {
        platform: 'twitter',
        socialPostId: '1800000000000000002',
        replyToSocialPostId: '1800000000000000001',
        comments: [{ ...said('1800000000000000021', 100), replies: [said('1800000000000000022', 90)] }],
      },
    ],
  },
  {
    id: POST.silent,
    profile: PRIMARY,
    text: '',
    minutesAgo: DAY,
    copies: [
      onFacebook('silent-facebook'),
      { platform: 'twitter', socialPostId: '1800000000000000003', comments: [] },
    ],
  },
  {
    id: POST.many,
    profile: PRIMARY,
    text: '',
    minutesAgo: DAY,
    copies: [many('facebook'), many('instagram'), many('youtube')],
  },
  {
    id: POST.acme,
    profile: 'acme',
    text: '',
    minutesAgo: DAY,
    copies: [
      onFacebook('acme-facebook', [said('acme-facebook-c')]),
      { platform: 'instagram', socialPostId: 'acme-instagram', comments: [said('acme-instagram-c')] },
      { platform: 'twitter', socialPostId: '1800000000000000004', comments: [said('1800000000000000041')] },
    ],
  },
  {
    id: POST.allFail,
    profile: PRIMARY,
    text: '',
    minutesAgo: 2 * DAY,
    copies: [
      { platform: 'tiktok', socialPostId: 'failed', comments: [] },
      { platform: 'instagram', socialPostId: 'all-fail-story', kind: 'story', comments: [] },
    ],
  },
  {
    id: POST.unlinked,
    profile: 'bare',
    text: '',
    minutesAgo: DAY,
    copies: [onFacebook('bare-facebook', [said('bare-facebook-c')])],
  },
];

function said(id: string, minutesAgo = 10): SeedComment {
  return { id, by: 'ada', text: `said ${id}`, minutesAgo };
}

const PEOPLE = {
  ada: {
    handle: 'ada',
    name: 'Ada',
    bio: 'reads',
    followers: 12,
    following: 3,
    posts: 40,
    location: 'Porto',
  },
  ben: { handle: 'ben', name: 'Ben', id: '76543210987654321' },
  big: {
    handle: 'big',
    name: 'Big Co',
    company: { founded: 1998, organizationType: 'Public Company', website: 'https://big.example' },
  },
} as const;

/** Two profiles beside the primary, posts of every kind, and a few tracks: small enough to know by heart. */
export const SMALL_SEED: Seed = {
  profiles: [
    { alias: 'acme', title: 'Acme' },
    { alias: 'bare', title: 'Bare' },
  ],
  accounts: [
    ...NINE.map((platform) => ({
      platform,
      profile: PRIMARY,
      displayName: 'Us',
      username: 'us',
      token: 'ok' as const,
      ...(platform === 'instagram' && { loginKind: 'page' as const }),
    })),
    { platform: 'facebook', profile: 'acme', displayName: 'Acme', username: 'acme', token: 'expired' },
    { platform: 'instagram', profile: 'acme', displayName: 'Acme', username: 'acme', token: 'ok' },
    { platform: 'twitter', profile: 'acme', displayName: 'Acme', username: 'acme', token: 'expired' },
  ],
  users: {
    bluesky: PEOPLE,
    facebook: PEOPLE,
    instagram: PEOPLE,
    linkedin: PEOPLE,
    reddit: PEOPLE,
    threads: PEOPLE,
    tiktok: PEOPLE,
    twitter: PEOPLE,
    youtube: PEOPLE,
  },
  posts: POSTS,
  reviews: [
    {
      platform: 'facebook',
      profile: 'acme',
      id: '37001',
      by: 'Mara',
      rating: 'negative',
      text: '',
      minutesAgo: 9,
    },
  ],
  tracks: [
    {
      audioId: '880000000000001',
      title: 'Slow River',
      displayArtist: 'Ünal & Söhne',
      audioType: 'music',
      durationMs: 48_000,
    },
    {
      audioId: '880000000000002',
      title: 'Slow Train',
      keywords: ['travel'],
      isAdsEligible: true,
      audioType: 'music',
    },
    { audioId: '880000000000003' },
    { audioId: '880000000000004', title: 'Slow steps', audioType: 'original_sound' },
    { audioId: '880000000000005', title: 'Slow and gone', audioType: 'music', available: false },
    ...Array.from({ length: 30 }, (_, index) => ({ audioId: `8811${index}`, title: `Beat ${index}` })),
  ],
};

/** The same without the post of many comments: quicker to make, for tests that make a sandbox each. */
export const SLIGHT_SEED: Seed = { ...SMALL_SEED, posts: POSTS.filter(({ id }) => id !== POST.many) };
