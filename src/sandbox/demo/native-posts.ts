import { DAY, HOUR, PRIMARY, type SeedNativePost } from '../seed.ts';

/**
 * Posts made in the networks' own apps, newest first: at least one for each linked network. The service lists them by
 * network, and has no Service Post ID for them.
 */
export const SEED_NATIVE_POSTS: readonly SeedNativePost[] = [
  {
    profile: PRIMARY,
    platform: 'twitter',
    socialPostId: '1996734120958341271',
    minutesAgo: 4 * DAY - 5 * HOUR,
    text: 'Lost at the counter: one striped mitten, left hand. It is keeping the sugar warm.',
    comments: [
      {
        id: '1996741882236198912',
        by: 'bramblewick_j',
        minutesAgo: 4 * DAY - 6 * HOUR,
        text: 'Does it take milk?',
        likes: 4,
      },
    ],
  },
  {
    profile: PRIMARY,
    platform: 'instagram',
    socialPostId: '18093561427706318',
    minutesAgo: 4 * DAY + 2 * HOUR,
    kind: 'reel',
    mediaUrls: ['https://media.kestrellane.example/first-light.mp4'],
    text: 'First light on the roaster. Filmed with one hand, the other one had toast in it.',
    comments: [
      {
        id: '18046627715930842',
        by: 'lotte.stirs',
        minutesAgo: 4 * DAY - HOUR,
        text: 'The toast is the star here 🍞',
        likes: 6,
      },
      {
        id: '18069352814477105',
        by: 'mick.the.net',
        minutesAgo: 3 * DAY + 20 * HOUR,
        text: 'Seen it from the boat this morning',
        likes: 2,
        replies: [
          {
            id: '18027418853306974',
            by: 'kestrellane.coffee',
            minutesAgo: 3 * DAY + 19 * HOUR,
            text: '@mick.the.net we waved!',
            likes: 1,
          },
        ],
      },
    ],
  },
  {
    profile: 'harbour',
    platform: 'instagram',
    socialPostId: '18110726394459027',
    minutesAgo: 6 * DAY + 3 * HOUR,
    text: 'New door handle. It opens the same way, it just looks braver.',
    comments: [],
  },
  {
    profile: PRIMARY,
    platform: 'facebook',
    socialPostId: '104857239016482_739104882657310',
    minutesAgo: 7 * DAY + 4 * HOUR,
    text: 'The brass band rehearses outside from noon. Earplugs are at the till, and so is cake.',
    mediaUrls: ['https://media.kestrellane.example/brass-band.jpg'],
    comments: [
      {
        id: '739104882657310_362918470556231',
        by: 'len.hathersage',
        minutesAgo: 7 * DAY + 2 * HOUR,
        text: 'Second trombone here. We will try to be gentle.',
      },
    ],
  },
  {
    profile: PRIMARY,
    platform: 'gmb',
    socialPostId: 'accounts/149549223930462349178/localPosts/6217730945518824093',
    minutesAgo: 8 * DAY,
    text: 'Step-free entrance is back: the ramp is mended, at the side of the house.',
  },
  {
    profile: PRIMARY,
    platform: 'threads',
    socialPostId: '18027730561194482',
    minutesAgo: 8 * DAY + 6 * HOUR,
    text: 'Is a cortado a small latte or a long macchiato? The counter is divided.',
    comments: [
      {
        id: '18051184470629903',
        by: 'wren.and.wharf',
        minutesAgo: 8 * DAY + 5 * HOUR,
        text: 'It is a warm handshake.',
        likes: 3,
      },
    ],
  },
  {
    profile: PRIMARY,
    platform: 'bluesky',
    socialPostId: 'at://did:plc:jjlmwnkomqzptcf5pox5zzhg/app.bsky.feed.post/3lq4mnt7c2vws',
    minutesAgo: 10 * DAY + HOUR,
    text: 'Somebody drew our kestrel with a bun on its head. We are having it framed.',
    comments: [
      {
        id: 'at://did:plc:lqkn2xq4z7stmgr5vwhbe6ca/app.bsky.feed.post/3lq4ob3m7pkxt',
        by: 'idun-varga.example',
        minutesAgo: 10 * DAY,
        text: 'A bun-zard, surely.',
        likes: 9,
      },
    ],
  },
  {
    profile: PRIMARY,
    platform: 'tiktok',
    socialPostId: '7418820365591740932',
    minutesAgo: 11 * DAY,
    text: 'How to fold a paper bag with cold fingers',
    mediaUrls: ['https://media.kestrellane.example/fold-a-bag.mp4'],
    comments: [
      {
        id: '7418846629034417158',
        by: 'fourpmpanic',
        minutesAgo: 11 * DAY - 5 * HOUR,
        text: 'mine ended up a boat',
        likes: 12,
      },
    ],
  },
  {
    profile: 'wholesale',
    platform: 'linkedin',
    socialPostId: 'urn:li:activity:7331185620497713152',
    minutesAgo: 11 * DAY + 7 * HOUR,
    text: 'We are at the bakers’ fair on Thursday, stand 14, with the sample tins.',
    comments: [],
  },
  {
    profile: PRIMARY,
    platform: 'linkedin',
    socialPostId: 'urn:li:activity:7330466105928351744',
    minutesAgo: 13 * DAY,
    text: 'Imke has been with us for ten years today. The grinder is named after her now.',
    comments: [
      {
        id: 'urn:li:comment:(urn:li:activity:7330466105928351744,7330512284719063041)',
        by: 'ines-aldabarren',
        minutesAgo: 13 * DAY - 3 * HOUR,
        text: 'Congratulations! She taught me to listen to the grind.',
        likes: 5,
      },
    ],
  },
  {
    profile: PRIMARY,
    platform: 'pinterest',
    socialPostId: '715298340065127734',
    minutesAgo: 14 * DAY,
    text: 'Shelf of chipped cups, sorted by blue',
    mediaUrls: ['https://media.kestrellane.example/cups.jpg'],
  },
  {
    profile: PRIMARY,
    platform: 'youtube',
    socialPostId: 'q7Lm-2RtVxE',
    minutesAgo: 16 * DAY,
    text: 'Unboxing the smallest grinder we ever bought',
    comments: [
      {
        id: 'UgwN4rTk8sYpLm2Qz1V4AaABAg',
        by: 'attic.roaster',
        minutesAgo: 16 * DAY - 8 * HOUR,
        text: 'It fits in a pocket. A large pocket.',
        likes: 2,
      },
    ],
  },
  {
    profile: PRIMARY,
    platform: 'reddit',
    socialPostId: 't3_1q7kx3b',
    subreddit: 'harbour_coffee',
    minutesAgo: 17 * DAY,
    text: 'Anyone else cleaning brass fittings this week? Vinegar or patience?',
    comments: [
      {
        id: 't1_mq8zt4c',
        by: 'slow_pour_sam',
        minutesAgo: 17 * DAY - 4 * HOUR,
        text: 'Patience, then vinegar.',
        likes: 7,
      },
    ],
  },
];
