import { PRIMARY, type SeedAccount, type SeedProfile } from '../seed.ts';

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
