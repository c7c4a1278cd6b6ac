import * as z from 'zod';

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
