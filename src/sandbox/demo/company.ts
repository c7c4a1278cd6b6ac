import { DAY, HOUR, PRIMARY, type SeedAccount, type SeedAutomation, type SeedProfile } from '../seed.ts';
import { SPRING_BLEND_ON_INSTAGRAM } from './spring-blend.ts';

/** The User Profiles of Kestrel Lane Coffee; the roastery itself is the Primary Profile. */
export const SEED_PROFILES: readonly SeedProfile[] = [
  { alias: 'harbour', title: 'Kestrel Lane Harbour' },
  { alias: 'wholesale', title: 'Kestrel Lane Wholesale' },
];

const ROASTERY = { profile: PRIMARY, displayName: 'Kestrel Lane Coffee', token: 'ok' } as const;
const HARBOUR = { profile: 'harbour', displayName: 'Kestrel Lane Harbour', token: 'ok' } as const;
const WHOLESALE = { profile: 'wholesale', displayName: 'Kestrel Lane Wholesale', token: 'ok' } as const;

/**
 * The company's linked accounts. Two problems are intentional: the harbour shop's LinkedIn has to be linked again
 * (161), and its Instagram was linked by direct login, so that audio is refused (514).
 */
export const SEED_ACCOUNTS: readonly SeedAccount[] = [
  {
    ...ROASTERY,
    platform: 'bluesky',
    username: 'kestrellane.example',
    id: 'did:plc:jjlmwnkomqzptcf5pox5zzhg',
  },
  { ...ROASTERY, platform: 'facebook', username: 'kestrellanecoffee', id: '104857239016482' },
  { ...ROASTERY, platform: 'gmb', username: 'kestrel-lane-coffee' },
  {
    ...ROASTERY,
    platform: 'instagram',
    username: 'kestrellane.coffee',
    id: '17841460283915077',
    loginKind: 'page',
  },
  { ...ROASTERY, platform: 'linkedin', username: 'kestrel-lane-coffee' },
  { ...ROASTERY, platform: 'pinterest', username: 'kestrellanecoffee' },
  { ...ROASTERY, platform: 'reddit', username: 'kestrel_lane' },
  { ...ROASTERY, platform: 'threads', username: 'kestrellane.coffee' },
  { ...ROASTERY, platform: 'tiktok', username: 'kestrellane.coffee' },
  { ...ROASTERY, platform: 'twitter', username: 'KestrelLane' },
  { ...ROASTERY, platform: 'youtube', username: 'kestrellanecoffee' },
  { ...HARBOUR, platform: 'facebook', username: 'kestrellaneharbour', id: '109264817350927' },
  {
    ...HARBOUR,
    platform: 'instagram',
    username: 'kestrellane.harbour',
    id: '17841463907152284',
    loginKind: 'direct',
  },
  { ...HARBOUR, platform: 'linkedin', username: 'kestrel-lane-harbour', token: 'expired' },
  {
    ...WHOLESALE,
    platform: 'bluesky',
    username: 'wholesale.kestrellane.example',
    id: 'did:plc:lakxe5y3xcpg4x6uqxjcdve4',
  },
  { ...WHOLESALE, platform: 'linkedin', username: 'kestrel-lane-wholesale' },
  { ...WHOLESALE, platform: 'twitter', username: 'KestrelLaneB2B' },
];

/** Automations of the company's Instagram accounts: three active, one paused. */
export const SEED_AUTOMATIONS: readonly SeedAutomation[] = [
  {
    id: 'auto_K7pW2mXq9L',
    profile: PRIMARY,
    name: 'Brew guide on request',
    description: 'Whoever asks for the guide gets it, under any post or by DM',
    minutesAgo: 20 * DAY + 5 * HOUR,
    triggers: [
      { id: 'trg_h4Tz8c', type: 'comment_keyword', postId: 'all', keywords: ['GUIDE', 'RECIPE'] },
      { id: 'trg_Qm2v7R', type: 'dm_keyword', keywords: ['GUIDE'] },
    ],
    actions: [
      {
        id: 'act_b9Kx3W',
        type: 'send_dm',
        message:
          'Here is the brew guide you asked for with {{matched_keyword}}: https://kestrellane.example/guide ☕ 15 g of coffee, 250 g of water, three minutes.',
      },
    ],
  },
  {
    id: 'auto_T4nV8cRz3H',
    profile: PRIMARY,
    name: 'Story thank-you',
    minutesAgo: 14 * DAY + 2 * HOUR,
    triggers: [{ id: 'trg_w6Yd1N', type: 'story_reply', storyId: 'all' }],
    actions: [
      {
        id: 'act_J5sF8p',
        type: 'send_dm',
        message: 'Thank you for writing to us! A person reads this too, and answers by tomorrow noon.',
        dedupWindowMinutes: 1_440,
      },
    ],
  },
  {
    id: 'auto_D6yJ1sGf5B',
    profile: PRIMARY,
    name: 'Wholesale price list',
    description: 'Paused until the new list is printed',
    paused: true,
    minutesAgo: 6 * DAY + 9 * HOUR,
    triggers: [
      {
        id: 'trg_C3rL9x',
        type: 'comment_keyword',
        postId: SPRING_BLEND_ON_INSTAGRAM.socialPostId,
        keywords: ['WHOLESALE', 'PRICE LIST'],
      },
    ],
    actions: [
      {
        id: 'act_n7Gq4Z',
        type: 'send_dm',
        message:
          'Hello {{recipient_username}}, the wholesale list: https://wholesale.kestrellane.example/list',
      },
      { id: 'act_V2hB6t', type: 'fire_webhook', sendCompletedEvent: true },
      {
        id: 'act_m8Ew5D',
        type: 'send_email',
        to: 'wholesale@kestrellane.example',
        subject: 'Wholesale: {{recipient_username}} asked on {{platform}}',
        message: '{{recipient_username}} wrote "{{comment_text}}" and was sent the list.',
      },
    ],
  },
  {
    id: 'auto_H9rB4kMx2C',
    profile: 'harbour',
    name: 'Heart back',
    minutesAgo: 3 * DAY + 7 * HOUR,
    triggers: [{ id: 'trg_z5Pk3S', type: 'dm_reaction', emoji: '❤️' }],
    actions: [{ id: 'act_R6cX2y', type: 'send_dm', message: 'Right back at you ❤️ See you at the harbour!' }],
  },
];
