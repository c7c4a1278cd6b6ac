import type { EndpointName } from '../../service/endpoint.ts';
import { getField, isRecord, type LooseRecord } from '../json/loose-record.ts';

/** The effect of a request at the service, by what cannot be taken back. */
export type RequestEffect =
  /** Nothing is stored, sent or shown. */
  | 'none'
  /** Only the account sees it: drafts, notes, media, what is stopped. */
  | 'draft'
  /** It is published or sent, or lets the service do that by itself. */
  | 'publish'
  | 'delete'
  /** It changes the account: profiles, links to networks, webhooks, posting times. */
  | 'account';

/** An effect that depends on the body. */
type EffectOfBody = (body: unknown) => RequestEffect;

/** The effect of each endpoint. A new endpoint does not compile without one. */
const EFFECTS: Readonly<Record<EndpointName, RequestEffect | EffectOfBody>> = {
  getComments: 'none',
  replyToComment: 'publish',
  createComment: 'publish',
  deleteComments: 'delete',
  searchAudio: 'none',
  getAudio: 'none',
  getUser: 'none',
  getUserDetails: 'none',
  listProfiles: 'none',
  createProfile: 'account',
  updateProfile: 'account',
  deleteProfile: 'delete',
  unlinkAccount: 'delete',
  createLinkSession: 'account',
  getLinkSession: 'none',
  generateJwt: 'account',
  uploadMedia: 'draft',
  getUploadUrl: 'none',
  listMedia: 'none',
  getMediaMeta: 'none',
  checkMediaUrl: 'none',
  resizeMedia: 'draft',
  shortenLink: 'draft',
  listLinks: 'none',
  getLink: 'none',
  getPostAnalytics: 'none',
  getSocialAnalytics: 'none',
  getLinkAnalytics: 'none',
  suggestHashtags: 'none',
  checkHashtag: 'none',
  addHashtags: 'none',
  getAutoResponse: 'none',
  setAutoResponse: (body) => (getField(body, 'autoResponseActive') === false ? 'draft' : 'publish'),
  listMessages: 'none',
  sendMessage: 'publish',
  setAutoSchedule: 'account',
  listAutoSchedules: 'none',
  deleteAutoSchedule: 'delete',
  addFeed: 'publish',
  listFeeds: 'none',
  updateFeed: 'publish',
  removeFeed: 'delete',
  listReviews: 'none',
  getReview: 'none',
  replyToReview: 'publish',
  deleteReviewReply: 'delete',
  createPost: (body) =>
    getField(body, 'requiresApproval') === true && getField(body, 'approved') !== true ? 'draft' : 'publish',
  validatePost: 'none',
  validateJson: 'none',
  checkModeration: 'none',
  updatePost: judgePostChange,
  retryPost: 'publish',
  deletePost: 'delete',
  getPost: 'none',
  getHistory: 'none',
  getPlatformHistory: 'none',
  getHistoryById: 'none',
  createAutomation: 'publish',
  listAutomations: 'none',
  getAutomation: 'none',
  updateAutomation: (body) => (getField(body, 'active') === false ? 'draft' : 'publish'),
  deleteAutomation: 'delete',
  listActivity: 'none',
  registerWebhook: 'account',
  listWebhooks: 'none',
  unregisterWebhook: 'delete',
  getHookHistory: 'none',
  generatePost: 'none',
  rewritePost: 'none',
  createTranslation: 'none',
  createTranscription: 'none',
  createAltText: 'none',
  explainError: 'none',
};

/** Fields of a change that only the account sees. */
const PRIVATE_FIELDS: readonly string[] = ['id', 'notes'];

/** A post that is held back or paused is not published by its other changes. @see docs/service/posts.md#update */
function judgePostChange(body: unknown): RequestEffect {
  if (!isRecord(body)) return 'publish';
  const { approved, scheduledPause } = body;
  if (approved === true || scheduledPause === false) return 'publish';
  if (approved === false || scheduledPause === true) return 'draft';
  return Object.keys(body).every((name) => PRIVATE_FIELDS.includes(name)) ? 'draft' : 'publish';
}

/**
 * Judges a request by its endpoint. What is not known is judged by its method, for the worst.
 *
 * @param name of the endpoint; null for an unknown one
 */
export function judgeRequest(name: EndpointName | null, method: string, body: unknown): RequestEffect {
  if (name === null) return method === 'GET' ? 'none' : method === 'DELETE' ? 'delete' : 'publish';
  const effect = EFFECTS[name];
  return typeof effect === 'function' ? effect(body) : effect;
}

/** The least effect that a request to an endpoint has, whatever its body is. */
export function getLeastEffect(name: EndpointName | null): RequestEffect {
  const effect = name === null ? 'draft' : EFFECTS[name];
  return typeof effect === 'function' ? 'draft' : effect;
}

/** Turns a request that would publish a post into one for a draft; null where there is no draft. */
export function toDraftRequest(name: EndpointName | null, body: LooseRecord): LooseRecord | null {
  if (name === 'createPost') return { ...body, requiresApproval: true };
  const isReleased = body['approved'] === true || body['scheduledPause'] !== undefined;
  return name === 'updatePost' && !isReleased ? { ...body, approved: false } : null;
}
