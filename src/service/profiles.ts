import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { Timestamp } from './times.ts';

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

const ProfileKey = z.string('is required').regex(/\S/, 'must not be blank');
const Title = z.string('is required').regex(/\S/, 'must not be blank');

/** Optional fields of a profile; most of them configure the account linking page. */
const ABOUT = {
  messagingActive: z.boolean('must be true or false').optional().describe('whether messaging is enabled'),
  disableSocial: z
    .array(z.string('must be a network'), 'must be a list of networks')
    .optional()
    .describe('networks that cannot be linked'),
  hideTopHeader: z.boolean('must be true or false').optional(),
  topHeader: z.string('must be a string').optional(),
  subHeader: z.string('must be a string').optional(),
  tags: z.array(z.string('must be a string'), 'must be a list of strings').optional(),
};

/** A new User Profile. @see docs/service/profiles.md#user */
export const NewProfile = z.strictObject({
  title: Title.describe('unique title'),
  ...ABOUT,
});
export type NewProfile = z.infer<typeof NewProfile>;

/** The only answer that contains the profile's key. @see docs/service/profiles.md#user */
export const ProfileCreated = z.looseObject({
  status: z.string().nullish(),
  title: z.string().nullish(),
  refId: z.string().nullish().describe('public reference of the profile, 40 hex digits'),
  profileKey: z.string().nullish().describe('key of the profile; returned only once'),
  messagingActive: z.boolean().nullish(),
});
export type ProfileCreated = z.infer<typeof ProfileCreated>;

/** Changes to a User Profile. @see docs/service/profiles.md#user */
export const ProfileUpdate = z
  .strictObject({
    profileKey: ProfileKey,
    title: Title.optional(),
    displayTitle: z.string('must be a string').optional().describe('shown instead of the title'),
    hideTitle: z.boolean('must be true or false').optional(),
    ...ABOUT,
  })
  .refine((update) => Object.keys(update).length > 1, 'there is nothing to update');
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

/** The User Profile to delete. @see docs/service/profiles.md#user */
export const ProfileDeletion = z
  .strictObject({ profileKey: ProfileKey.optional(), title: Title.optional() })
  .refine(({ profileKey, title }) => profileKey !== undefined || title !== undefined, {
    error: 'must identify the profile by profileKey or title',
  });

/** The answer to updating or deleting a profile. @see docs/service/profiles.md#user */
export const ProfileChanged = z.looseObject({
  status: z.string().nullish(),
  refId: z.string().nullish(),
});

/** The answer to unlinking an account. @see docs/service/profiles.md#user */
export const AccountUnlinked = z.looseObject({
  status: z.string().nullish(),
  platform: z.string().nullish(),
  refId: z.string().nullish(),
});
