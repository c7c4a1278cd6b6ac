import { type Endpoint, NOTHING } from '../endpoint.ts';
import { PLANS_WITH_PROFILES, Plan } from '../plans.ts';
import { ProfilesAnswer, ProfilesQuery, UserAnswer, UserQuery } from '../profiles.ts';

export const getUser = {
  method: 'GET',
  path: '/user',
  params: NOTHING,
  query: UserQuery,
  body: null,
  answer: UserAnswer,
  plans: Plan.options,
  action: 'user',
  errors: [],
} as const satisfies Endpoint;

export const listProfiles = {
  method: 'GET',
  path: '/profiles',
  params: NOTHING,
  query: ProfilesQuery,
  body: null,
  answer: ProfilesAnswer,
  plans: PLANS_WITH_PROFILES,
  action: 'profiles',
  errors: [101],
} as const satisfies Endpoint;
