import { isDeepStrictEqual } from 'node:util';
import type { EndpointName } from '../../../../service/endpoints.ts';
import { ADD_ONS, AddOn, AddOnStates, PLANS, Plan } from '../../../../service/plans.ts';
import { ROUTES } from '../../../../service/routes/routes.ts';
import type { Topic } from '../../../framework/command/command.ts';
import { formatRows } from '../../../framework/output/text/wrap.ts';

/** @see docs/service/access.md#plans */
const plans = Plan.options.map((plan, at) => {
  const { name, ...facts } = PLANS[plan];
  const before = PLANS[Plan.options[at - 1] ?? plan];
  if (at > 0 && isDeepStrictEqual({ ...before, name }, PLANS[plan]))
    return [name, `as ${before.name}: nothing that is documented here differs`] as const;
  const { userProfiles, activeAutomations, dmsPerDay } = facts;
  const more = userProfiles
    ? `also User Profiles, link sessions, webhooks, direct messages and automations: ${activeAutomations} active ones in each profile, ${dmsPerDay} DMs a day`
    : 'one profile: posts, history, comments, audio, analytics, media, reviews and feeds';
  return [name, more] as const;
});

/** @see docs/service/general.md#add-ons */
const addOns = AddOn.options.map(
  (each) => [ADD_ONS[each].name, AddOnStates.shape[each].description ?? ''] as const,
);

/**
 * Calls that only `crier api` makes, and what they are for. A test compares them with the calls of the commands.
 *
 * @see docs/service/endpoints.md#endpoints
 */
export const API_CALLS = {
  generatePost: 'write a post from a text or media',
  rewritePost: 'write variants of a post',
  createTranslation: 'translate a text',
  createTranscription: 'transcribe a video',
  createAltText: 'describe an image',
  addHashtags: 'add hashtags to a text ("posts create --auto-hashtag" does it for a post)',
  getUserDetails: 'list Pinterest boards, YouTube playlists or subreddits',
  validateJson: 'check whether a text is JSON',
  explainError: 'explain an error code ("errors show" does it offline)',
  getHistoryById: 'one post of the history, as "posts get" shows it',
  getReview: 'one review, which "reviews list" has as well',
  generateJwt: 'older form of "profiles link"',
} as const satisfies Partial<Record<EndpointName, string>>;

const apiCalls = Object.entries(API_CALLS).map(([name, use]) => {
  const { method, path } = ROUTES[name as keyof typeof API_CALLS]; // Object.entries loses the type of the names
  return [`${method} ${path}`, use] as const;
});

export const topic: Topic = {
  summary: 'Plans and add-ons of the service, and what is not described',
  text: (width) => `
The plan of an account decides which calls it may make. Another one is refused with 1403, automations with 468.

${formatRows(plans, width)}

Add-ons bring calls of their own, on any plan that has them. Without one, its calls are refused with 1403, and "details" name it.

${formatRows(addOns, width)}

A sandbox has the plan and the add-ons that you set, a new one all add-ons:

  $ crier sandbox plan launch
  $ crier sandbox plan --messages off --max-pack off

These calls have no command, and are made by "crier api":

${formatRows(apiCalls, width)}

  $ crier api GET /user/details -f platform=pinterest

Two parts of the service are named without routes and fields: the Ads API and the GraphQL API. crier has no commands for them. The sandbox answers calls of /ads with 1403 and those of /graphql with 1404, and "details" say that they are not described. What the Max Pack brings is inferred from programs in use.
`,
};
