import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { PLANS_WITH_PROFILES, Plan } from '../plans.ts';
import { Platform } from '../platforms.ts';
import {
  AccountUnlinked,
  NewProfile,
  ProfileChanged,
  ProfileCreated,
  ProfileDeletion,
  ProfilesAnswer,
  ProfilesQuery,
  ProfileUpdate,
  UserAnswer,
  UserQuery,
} from '../profiles.ts';
import { LINK_SESSION_PARTS } from './link-sessions.ts';

export const getUser = {
  method: 'GET',
  path: '/user',
  effect: 'none',
  sample: {},
  query: UserQuery,
  answer: UserAnswer,
  plans: Plan.options,
  action: 'user',
  errors: [],
} as const satisfies Endpoint;

/** The shape of each list is an assumption. @see docs/service/profiles.md#user */
const NamedList = z.array(z.looseObject({ id: z.string(), name: z.string().nullish() })).nullish();

/** Lists of one network, such as Pinterest boards. @see docs/service/profiles.md#user */
export const getUserDetails = {
  method: 'GET',
  path: '/user/details',
  effect: 'none',
  sample: { query: { platform: 'youtube' } },
  query: z.strictObject({ platform: Platform }),
  answer: z.looseObject({
    status: z.string().nullish(),
    platform: z.string().nullish(),
    boards: NamedList.describe('Pinterest'),
    playlists: NamedList.describe('YouTube'),
    subreddits: NamedList.describe('Reddit'),
  }),
  plans: Plan.options,
  action: 'user',
  errors: [101, 156, 161, 272, 326, 419, 423],
} as const satisfies Endpoint;

export const listProfiles = {
  method: 'GET',
  path: '/profiles',
  effect: 'none',
  sample: {},
  query: ProfilesQuery,
  answer: ProfilesAnswer,
  plans: PLANS_WITH_PROFILES,
  action: 'profiles',
  errors: [101],
} as const satisfies Endpoint;

const PROFILES = {
  plans: PLANS_WITH_PROFILES,
  action: 'profiles',
} as const;

/** @see docs/service/profiles.md#user */
export const createProfile = {
  ...PROFILES,
  method: 'POST',
  path: '/profiles',
  otherPaths: [
    { path: '/profiles/profile' },
    { path: '/profiles/create-profile' },
    { path: '/create-profile' },
  ],
  effect: 'account',
  sample: { body: { title: 'Acme' } },
  body: NewProfile,
  answer: ProfileCreated,
  answersSecret: true,
  errors: [101, 146],
} as const satisfies Endpoint;

/** @see docs/service/profiles.md#user */
export const updateProfile = {
  ...PROFILES,
  method: 'PATCH',
  path: '/profiles',
  otherPaths: [
    { method: 'PUT', path: '/profiles/profile' },
    { method: 'PUT', path: '/profiles/update-profile' },
    { path: '/profiles/update-profile' },
    { method: 'PUT', path: '/update-profile' },
  ],
  effect: 'account',
  sample: { body: { profileKey: 'SBX-PROFILE-0', title: 'x' } },
  body: ProfileUpdate,
  answer: ProfileChanged,
  errors: [101, 146, 1404],
} as const satisfies Endpoint;

/** @see docs/service/profiles.md#user */
export const deleteProfile = {
  ...PROFILES,
  method: 'DELETE',
  path: '/profiles',
  otherPaths: [
    { path: '/profiles/profile' },
    { path: '/profiles/delete-profile' },
    { path: '/delete-profile' },
  ],
  effect: 'delete',
  sample: { body: { title: 'Unknown' } },
  body: ProfileDeletion,
  answer: ProfileChanged,
  errors: [101, 1404],
} as const satisfies Endpoint;

/** Unlinks a network's account from the profile. @see docs/service/profiles.md#user */
export const unlinkAccount = {
  ...PROFILES,
  method: 'DELETE',
  path: '/profiles/social',
  effect: 'delete',
  sample: { body: { platform: 'snapchat' } },
  body: z.strictObject({
    platform: z.enum(Platform.options, `must be one of ${Platform.options.join(', ')}`),
    profileKey: z
      .string()
      .regex(/\S/, 'must not be blank')
      .optional()
      .describe('the profile, of older clients; default: that of Profile-Key'),
  }),
  answer: AccountUnlinked,
  errors: [101, 156, 1404],
} as const satisfies Endpoint;

/**
 * Creates a URL for linking accounts, for older clients. It expires like a link session.
 *
 * @see docs/service/profiles.md#user
 * @see docs/service/endpoints.md#other-endpoints
 */
export const generateJwt = {
  ...PROFILES,
  method: 'POST',
  path: '/profiles/generateJWT',
  effect: 'account',
  sample: { body: { profileKey: 'SBX-PROFILE-0', domain: 'acme', privateKey: 'none' } },
  body: z.strictObject({
    profileKey: z.string('is required').regex(/\S/, 'must not be blank'),
    domain: z
      .string('is required')
      .regex(/\S/, 'must not be blank')
      .describe('domain the key was issued for'),
    privateKey: z.string('is required').describe('the key that was issued for the domain, as PEM'),
    base64: z.boolean('must be true or false').optional().describe('whether the key is in base64'),
    ...LINK_SESSION_PARTS,
  }),
  answer: z.looseObject({
    status: z.string().nullish(),
    title: z.string().nullish(),
    token: z.string().nullish(),
    url: z.string().nullish(),
  }),
  answersSecret: true,
  errors: [101, 189, 1404],
} as const satisfies Endpoint;
