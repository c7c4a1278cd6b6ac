import * as z from 'zod';
import type { AddOn, Plan } from './plans.ts';

/** An endpoint of the service. */
export interface Endpoint extends EndpointRoute {
  readonly params: z.ZodObject;
  /** Strict and typed; the client serializes booleans and numbers. */
  readonly query: z.ZodObject;
  readonly body: z.ZodObject | null;
  /** Whether unknown members of query and body are rejected (default: ignored). */
  readonly refusesUnknown?: true;
  /**
   * The code for a body that does not match its schema, with `details` by field (default: 101). Other checks come
   * first, so the handler validates such a body.
   */
  readonly invalidBody?: number;
  /** Loose: unknown members are allowed, and only the outline is validated. Some answers are a list. */
  readonly answer: z.ZodObject | z.ZodArray;
  /**
   * Whether top-level lists of the answer can be too long for memory, so that a client may stream them element by
   * element.
   */
  readonly hasLongLists?: boolean;
  /** Whether the answer contains a secret; if the secret cannot be read, the whole answer is withheld. */
  readonly answersSecret?: true;
  readonly plans: readonly Plan[];
  /** The code for any other plan (default: 1403). */
  readonly withoutPlan?: number;
  /** The add-on that it belongs to; without that: 1403. */
  readonly addOn?: AddOn;
  /** `action` in its error envelopes. */
  readonly action: string;
  /** Codes specific to the endpoint, besides those of every call. */
  readonly errors: readonly number[];
}

/** For calls without params or query. */
export const NO_INPUT = z.strictObject({});

/** A part of a request; optional if it has no required member. */
type RequestPart<Key extends string, Value> =
  Record<never, never> extends Value ? { readonly [K in Key]?: Value } : { readonly [K in Key]: Value };

/** Input of a call: `params` for the path, `query`, and `body` if it has one. */
export type EndpointInput<E extends Endpoint> = RequestPart<'params', z.input<E['params']>> &
  RequestPart<'query', z.input<E['query']>> &
  (E['body'] extends z.ZodObject ? { readonly body: z.input<E['body']> } : unknown);

/** Answer of a successful call. */
export type EndpointAnswer<E extends Endpoint> = z.output<E['answer']>;

/** Method and path of an endpoint; `{name}` is replaced by the member of `params`. */
export interface EndpointRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base URL. */
  readonly path: string;
}

/**
 * The routes of all endpoints, without their schemas: the sandbox routes a request by this table, and loads only the
 * schemas and the handler of the endpoint that is called.
 *
 * @see docs/service/endpoints.md#endpoints
 */
export const ROUTES = {
  getComments: { method: 'GET', path: '/comments/{id}' },
  // Before `createComment`: `reply` must match before an id.
  replyToComment: { method: 'POST', path: '/comments/reply' },
  createComment: { method: 'POST', path: '/comments/{id}' },
  deleteComments: { method: 'DELETE', path: '/comments' },
  searchAudio: { method: 'GET', path: '/media/instagram/audio/search' },
  getAudio: { method: 'GET', path: '/media/instagram/audio/{audioId}' },
  getUser: { method: 'GET', path: '/user' },
  getUserDetails: { method: 'GET', path: '/user/details' },
  listProfiles: { method: 'GET', path: '/profiles' },
  createProfile: { method: 'POST', path: '/profiles' },
  updateProfile: { method: 'PATCH', path: '/profiles' },
  deleteProfile: { method: 'DELETE', path: '/profiles' },
  unlinkAccount: { method: 'DELETE', path: '/profiles/social' },
  createLinkSession: { method: 'POST', path: '/profiles/link-sessions' },
  getLinkSession: { method: 'GET', path: '/profiles/link-sessions/{sessionId}' },
  generateJwt: { method: 'POST', path: '/profiles/generateJWT' },
  uploadMedia: { method: 'POST', path: '/media/upload' },
  getUploadUrl: { method: 'GET', path: '/media/uploadUrl' },
  listMedia: { method: 'GET', path: '/media' },
  getMediaMeta: { method: 'GET', path: '/media/meta' },
  checkMediaUrl: { method: 'POST', path: '/media/urlExists' },
  resizeMedia: { method: 'POST', path: '/media/resize' },
  shortenLink: { method: 'POST', path: '/links' },
  listLinks: { method: 'GET', path: '/links' },
  getLink: { method: 'GET', path: '/links/{id}' },
  getPostAnalytics: { method: 'POST', path: '/analytics/post' },
  getSocialAnalytics: { method: 'POST', path: '/analytics/social' },
  getLinkAnalytics: { method: 'GET', path: '/analytics/links' },
  suggestHashtags: { method: 'GET', path: '/hashtags/recommend' },
  checkHashtag: { method: 'GET', path: '/hashtags/banned' },
  addHashtags: { method: 'POST', path: '/hashtags/auto' },
  getAutoResponse: { method: 'GET', path: '/messages/autoresponse' },
  setAutoResponse: { method: 'POST', path: '/messages/autoresponse' },
  listMessages: { method: 'GET', path: '/messages/{platform}' },
  sendMessage: { method: 'POST', path: '/messages/{platform}' },
  setAutoSchedule: { method: 'POST', path: '/auto-schedule/set' },
  listAutoSchedules: { method: 'GET', path: '/auto-schedule/list' },
  deleteAutoSchedule: { method: 'DELETE', path: '/auto-schedule/delete' },
  addFeed: { method: 'POST', path: '/feed' },
  listFeeds: { method: 'GET', path: '/feed' },
  updateFeed: { method: 'PUT', path: '/feed' },
  removeFeed: { method: 'DELETE', path: '/feed' },
  listReviews: { method: 'GET', path: '/reviews' },
  getReview: { method: 'GET', path: '/reviews/{reviewId}' },
  replyToReview: { method: 'POST', path: '/reviews' },
  deleteReviewReply: { method: 'DELETE', path: '/reviews' },
  createPost: { method: 'POST', path: '/post' },
  validatePost: { method: 'POST', path: '/validate/post' },
  validateJson: { method: 'POST', path: '/validate/json' },
  checkModeration: { method: 'POST', path: '/validate/moderation' },
  updatePost: { method: 'PATCH', path: '/post' },
  retryPost: { method: 'PUT', path: '/post/retry' },
  deletePost: { method: 'DELETE', path: '/post' },
  getPost: { method: 'GET', path: '/post/{id}' },
  getHistory: { method: 'GET', path: '/history' },
  // Before `getHistoryById`: a platform value must match before an id.
  getPlatformHistory: { method: 'GET', path: '/history/{platform}' },
  getHistoryById: { method: 'GET', path: '/history/{id}' },
  createAutomation: { method: 'POST', path: '/automations' },
  listAutomations: { method: 'GET', path: '/automations' },
  getAutomation: { method: 'GET', path: '/automations/{id}' },
  updateAutomation: { method: 'PUT', path: '/automations/{id}' },
  deleteAutomation: { method: 'DELETE', path: '/automations/{id}' },
  listActivity: { method: 'GET', path: '/automations/{id}/activity' },
  registerWebhook: { method: 'POST', path: '/hook/webhook' },
  listWebhooks: { method: 'GET', path: '/hook/webhook' },
  unregisterWebhook: { method: 'DELETE', path: '/hook/webhook' },
  getHookHistory: { method: 'GET', path: '/hook/history' },
  generatePost: { method: 'POST', path: '/generate/post' },
  rewritePost: { method: 'POST', path: '/generate/rewrite' },
  createTranslation: { method: 'POST', path: '/generate/translate' },
  createTranscription: { method: 'POST', path: '/generate/transcription' },
  createAltText: { method: 'POST', path: '/generate/altText' },
  explainError: { method: 'GET', path: '/error-explainer' },
} as const satisfies Record<string, EndpointRoute>;

export type EndpointName = keyof typeof ROUTES;

/** Calls that change nothing, although they are a POST: their input is a body. */
const READING_POSTS = /\/(?:analytics\/(?:post|social)|media\/urlExists)$/;

/** Whether a request changes nothing at the service, so that it can be repeated. @param path ends as the route does */
export function isReadRequest(method: string, path: string): boolean {
  return method === 'GET' || (method === 'POST' && READING_POSTS.test(path));
}
