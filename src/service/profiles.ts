import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { Timestamp } from './timestamp.ts';

/** A linked account of a profile. @see docs/service/profiles.md#user */
export const LinkedAccount = z.looseObject({
  platform: z.string().nullish(),
  id: z.string().nullish(),
  displayName: z.string().nullish(),
  username: z.string().nullish(),
  profileUrl: z.string().nullish(),
  userImage: z.string().nullish().describe('URL of its picture'),
  created: Timestamp,
  description: z.string().nullish(),
  messagingActive: z.boolean().nullish().describe('whether messaging is enabled'),
  pageName: z.string().nullish().describe('the page it is linked through'),
  userId: z.string().nullish(),
  refreshDaysRemaining: z.number().nullish().describe('days until it must be relinked'),
});

/** The profile that the keys identify, and its linked accounts. @see docs/service/profiles.md#user */
export const UserAnswer = z.looseObject({
  activeSocialAccounts: z.array(z.string()).nullish().describe('networks; absent if none is linked'),
  displayNames: z.array(LinkedAccount).nullish(),
  created: Timestamp,
  email: z.string().nullish(),
  monthlyApiCalls: z.number().nullish(),
  refId: z.string().nullish().describe('public reference of the profile, 40 hex digits'),
  title: z.string().nullish(),
});
export type UserAnswer = z.infer<typeof UserAnswer>;

/** A User Profile in the list, always without its key. @see docs/service/profiles.md#user */
export const ProfileEntry = z.looseObject({
  title: z.string().nullish(),
  displayTitle: z.string().nullish(),
  created: Timestamp,
  createdUTC: Timestamp,
  refId: z.string().nullish(),
  activeSocialAccounts: z.array(z.string()).nullish(),
});
export type ProfileEntry = z.infer<typeof ProfileEntry>;

/** The User Profiles of the account. */
export const ProfilesAnswer = z.looseObject({
  profiles: z.array(ProfileEntry).nullish(),
  count: z.number().nullish(),
  lastUpdated: Timestamp,
  nextUpdate: Timestamp,
  pagination: z
    .looseObject({
      hasMore: z.boolean().nullish(),
      nextCursor: z.string().nullish(),
      limit: z.number().nullish(),
    })
    .nullish(),
});
export type ProfilesAnswer = z.infer<typeof ProfilesAnswer>;

/** Optional details about the user. @see docs/service/profiles.md#user */
export const UserQuery = z.strictObject({
  instagramDetails: z.boolean().optional().describe('details of the Instagram account'),
  validate: z.boolean().optional().describe('check that the networks still accept the accounts'),
});

/** User Profiles by key, in a query. */
export const ProfileKeys = z
  .array(z.string('must be a profile key').regex(/\S/, 'must not be blank'))
  .optional();

const { min, max } = LIMITS.profilesLimit;

/** Filters of the profile list. @see docs/service/profiles.md#user */
export const ProfilesQuery = z.strictObject({
  title: z.string().regex(/\S/, 'must not be blank').optional().describe('exactly this title'),
  refId: z.string().regex(/\S/, 'must not be blank').optional().describe('exactly this reference'),
  hasActiveSocialAccounts: z.boolean().optional().describe('only profiles with, or without, linked accounts'),
  includesActiveSocialAccounts: z
    .array(z.string('must be a network'))
    .optional()
    .describe('only profiles with all of these networks linked'),
  profileKeys: ProfileKeys.describe('only the profiles with these keys'),
  limit: z
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .optional(),
  cursor: z
    .string()
    .regex(/\S/, 'must not be blank')
    .optional()
    .describe('`nextCursor` of the previous page'),
});
