import * as z from 'zod';
import { AudioLookupAnswer, AudioSearchAnswer, AudioType } from './audio.ts';
import { CommentsAnswer } from './comments.ts';
import { AnyId, AudioId, ServicePostId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { PLANS_WITH_PROFILES, Plan } from './plans.ts';
import { Platform, SOCIAL_COMMENT_PLATFORMS, SOCIAL_POST_PLATFORMS } from './platforms.ts';
import {
  HistoryAnswer,
  HistoryQuery,
  PlatformHistoryAnswer,
  PlatformHistoryQuery,
  PostRecord,
} from './posts.ts';
import { ProfilesAnswer, ProfilesQuery, UserAnswer, UserQuery } from './profiles.ts';

/** One call of the service. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address; `{name}` stands for a member of `params`. */
  readonly path: string;
  readonly params: z.ZodObject;
  /** Strict, and typed: booleans and numbers are written out by the client. */
  readonly query: z.ZodObject;
  readonly body: z.ZodObject | null;
  /** Loose: more may come, and of what comes only the outline is asked for. */
  readonly answer: z.ZodObject;
  readonly plans: readonly Plan[];
  /** `action` of its error envelopes. */
  readonly action: string;
  /** Codes that belong to it, beside those of every call. */
  readonly errors: readonly number[];
}

/**
 * The three ways to ask for comments, and no other: `platform` with a Service Post ID is refused too, since
 * the document says to leave it out.
 *
 * @see service.md, GET /comments/{id}, Query and Forms; rules COM-01 to COM-06
 */
const CommentsQuery = z
  .strictObject({
    searchPlatformId: z.boolean().optional().describe('the id is one of a network'),
    commentId: z.boolean().optional().describe('the id is one of a comment'),
    platform: z
      .enum(Platform.options, `must be one of ${SOCIAL_POST_PLATFORMS.join(', ')}`)
      .optional()
      .describe('the network that the id belongs to'),
  })
  .superRefine(({ searchPlatformId = false, commentId = false, platform }, context) => {
    const refuse = (field: string, reason: string) =>
      context.addIssue({ code: 'custom', path: [field], message: `${reason}; ${legalForm(commentId)}` });
    if (!searchPlatformId && !commentId) {
      if (platform) refuse('platform', 'is left out with a Service Post ID');
      return;
    }
    if (!searchPlatformId) refuse('searchPlatformId', 'must be true with commentId');
    if (!platform) refuse('platform', 'must be given');
    else if (!platformsFor(commentId).includes(platform)) refuse('platform', `cannot be ${platform}`);
  });

function platformsFor(commentId: boolean): readonly Platform[] {
  return commentId ? SOCIAL_COMMENT_PLATFORMS : SOCIAL_POST_PLATFORMS;
}

function legalForm(commentId: boolean): string {
  const rest = `searchPlatformId=true and platform one of ${platformsFor(commentId).join(', ')}`;
  return commentId
    ? `a Social Comment ID is read with commentId=true, ${rest}`
    : `a Social Post ID is read with ${rest}`;
}

const { min, max } = LIMITS.audioSearchLimit;

/** What to search the audio catalogue for. @see rules AUD-01 to AUD-03 */
const AudioQuery = z.strictObject({
  query: z.string('must be given').regex(/\S/, 'must not be blank').describe('keyword'),
  audioType: AudioType.optional().describe('left out, it means music'),
  limit: z
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be ${min} at least`)
    .max(max, `must be ${max} at most`)
    .optional()
    .describe("left out, the network's own default applies"),
});

const NOTHING = z.strictObject({});

/**
 * The calls of the service: the client makes them and the sandbox answers them from these rows.
 *
 * @see service.md, "Endpoints"; undescribed.md 5
 */
export const ENDPOINTS = {
  getComments: {
    method: 'GET',
    path: '/comments/{id}',
    params: z.strictObject({ id: AnyId }),
    query: CommentsQuery,
    body: null,
    answer: CommentsAnswer,
    plans: Plan.options,
    action: 'comments',
    errors: [101, 156, 161, 186, 219, 272, 288, 364, 416, 417, 419, 423, 485],
  },
  searchAudio: {
    method: 'GET',
    path: '/media/instagram/audio/search',
    params: NOTHING,
    query: AudioQuery,
    body: null,
    answer: AudioSearchAnswer,
    plans: Plan.options,
    action: 'audio',
    errors: [101, 156, 161, 239, 425, 514, 515, 516],
  },
  getAudio: {
    method: 'GET',
    path: '/media/instagram/audio/{audioId}',
    params: z.strictObject({ audioId: AudioId }),
    query: NOTHING,
    body: null,
    answer: AudioLookupAnswer,
    plans: Plan.options,
    action: 'audio',
    errors: [156, 161, 425, 514, 515, 516, 517],
  },
  getUser: {
    method: 'GET',
    path: '/user',
    params: NOTHING,
    query: UserQuery,
    body: null,
    answer: UserAnswer,
    plans: Plan.options,
    action: 'user',
    errors: [],
  },
  listProfiles: {
    method: 'GET',
    path: '/profiles',
    params: NOTHING,
    query: ProfilesQuery,
    body: null,
    answer: ProfilesAnswer,
    plans: PLANS_WITH_PROFILES,
    action: 'profiles',
    errors: [101],
  },
  getPost: {
    method: 'GET',
    path: '/post/{id}',
    params: z.strictObject({ id: ServicePostId }),
    query: NOTHING,
    body: null,
    answer: PostRecord,
    plans: Plan.options,
    action: 'post',
    errors: [186],
  },
  getHistory: {
    method: 'GET',
    path: '/history',
    params: NOTHING,
    query: HistoryQuery,
    body: null,
    answer: HistoryAnswer,
    plans: Plan.options,
    action: 'history',
    errors: [101, 221],
  },
  // Stands before `getHistoryById`: a platform value is matched before an id.
  getPlatformHistory: {
    method: 'GET',
    path: '/history/{platform}',
    params: z.strictObject({ platform: Platform }),
    query: PlatformHistoryQuery,
    body: null,
    answer: PlatformHistoryAnswer,
    plans: Plan.options,
    action: 'history',
    errors: [101, 156, 161, 272, 364, 416, 419, 423],
  },
  getHistoryById: {
    method: 'GET',
    path: '/history/{id}',
    params: z.strictObject({ id: ServicePostId }),
    query: NOTHING,
    body: null,
    answer: PostRecord,
    plans: Plan.options,
    action: 'history',
    errors: [186],
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** A part of a request that may be left out when nothing in it is required. */
type Part<Key extends string, Value> =
  Record<never, never> extends Value ? { readonly [K in Key]?: Value } : { readonly [K in Key]: Value };

/** What a call takes: `params` for its path, `query`, and `body` where it has one. */
export type EndpointInput<N extends EndpointName> = Part<'params', z.input<(typeof ENDPOINTS)[N]['params']>> &
  Part<'query', z.input<(typeof ENDPOINTS)[N]['query']>>;

/** What a call answers when it worked. */
export type EndpointAnswer<N extends EndpointName> = z.output<(typeof ENDPOINTS)[N]['answer']>;
