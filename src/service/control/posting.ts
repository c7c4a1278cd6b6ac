import * as z from 'zod';
import type { Platform } from '../platforms.ts';

/**
 * Declared properties of a media file, which the sandbox never fetches. Defaults: `ASSUMED.media`.
 *
 * @see docs/service/posts.md#POST-11, #POST-13
 */
export const MediaFacts = z.strictObject({
  seconds: z.number().min(0).optional().describe('duration of the video'),
  bytes: z.int().min(0).optional().describe('size of the file'),
  type: z
    .string()
    .regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type such as image/png')
    .optional()
    .describe('media type (default: derived from the file extension)'),
  reachable: z.boolean().optional().describe('whether it can be fetched from outside: else 136'),
});
export type MediaFacts = z.infer<typeof MediaFacts>;

const OnOff = z.enum(['on', 'off']);

/** What an account may do on its network when it posts. @see docs/service/posts.md#POST-11, #POST-13 to #POST-16 */
export const Abilities = z.strictObject({
  premium: OnOff.describe('X: off rejects longPost on a single post (111)'),
  subscriptions: OnOff.describe('X: off rejects subscribersOnly (111)'),
  longVideo: OnOff.describe('X: off rejects longVideo (182)'),
  geo: OnOff.describe('Threads: off rejects allowCountries (101)'),
  kind: z.enum(['professional', 'personal']).describe('Instagram: personal accounts cannot publish (239)'),
  channel: z
    .enum(['verified', 'unverified'])
    .describe('YouTube: unverified channels cannot set a thumbnail (307)'),
});
export type Abilities = z.infer<typeof Abilities>;

/** Default abilities of an account. */
export const DEFAULT_ABILITIES: Abilities = {
  premium: 'off',
  subscriptions: 'off',
  longVideo: 'off',
  geo: 'off',
  kind: 'professional',
  channel: 'verified',
};

/** The network that each ability belongs to. */
export const ABILITY_PLATFORM: Readonly<Record<keyof Abilities, Platform>> = {
  premium: 'twitter',
  subscriptions: 'twitter',
  longVideo: 'twitter',
  geo: 'threads',
  kind: 'instagram',
  channel: 'youtube',
};
