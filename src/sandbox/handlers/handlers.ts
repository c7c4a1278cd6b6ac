import type { Endpoint } from '../../service/endpoint.ts';
import type { EndpointName } from '../../service/endpoints.ts';
import { loadEndpoint } from '../../service/routes/load-endpoint.ts';
import type { Handler } from './handler.ts';

export interface ServedEndpoint<N extends EndpointName = EndpointName> {
  readonly name: N;
  readonly endpoint: Endpoint;
  readonly handle: Handler<N>;
}

/**
 * The module of each handler, which it exports under the endpoint's name. Loaded when the endpoint is called: a short
 * command calls one. A missing row does not compile.
 */
const HANDLERS: { readonly [N in EndpointName]: () => Promise<Readonly<Record<N, Handler<N>>>> } = {
  getComments: () => import('./comments/get-comments.ts'),
  replyToComment: () => import('./comments/write-comments.ts'),
  createComment: () => import('./comments/write-comments.ts'),
  deleteComments: () => import('./comments/delete-comments.ts'),
  searchAudio: () => import('./media.ts'),
  getAudio: () => import('./media.ts'),
  getUser: () => import('./user.ts'),
  getUserDetails: () => import('./user.ts'),
  listProfiles: () => import('./profiles.ts'),
  createProfile: () => import('./profiles.ts'),
  updateProfile: () => import('./profiles.ts'),
  deleteProfile: () => import('./profiles.ts'),
  unlinkAccount: () => import('./profiles.ts'),
  createLinkSession: () => import('./link-sessions.ts'),
  getLinkSession: () => import('./link-sessions.ts'),
  generateJwt: () => import('./link-sessions.ts'),
  uploadMedia: () => import('./media-library.ts'),
  getUploadUrl: () => import('./media-library.ts'),
  listMedia: () => import('./media-library.ts'),
  getMediaMeta: () => import('./media-library.ts'),
  checkMediaUrl: () => import('./media-library.ts'),
  resizeMedia: () => import('./media-library.ts'),
  shortenLink: () => import('./links.ts'),
  listLinks: () => import('./links.ts'),
  getLink: () => import('./links.ts'),
  getPostAnalytics: () => import('./analytics/post-analytics.ts'),
  getSocialAnalytics: () => import('./analytics/social-analytics.ts'),
  getLinkAnalytics: () => import('./links.ts'),
  suggestHashtags: () => import('./hashtags.ts'),
  checkHashtag: () => import('./hashtags.ts'),
  addHashtags: () => import('./hashtags.ts'),
  getAutoResponse: () => import('./messages.ts'),
  setAutoResponse: () => import('./messages.ts'),
  listMessages: () => import('./messages.ts'),
  sendMessage: () => import('./messages.ts'),
  setAutoSchedule: () => import('./auto-schedule.ts'),
  listAutoSchedules: () => import('./auto-schedule.ts'),
  deleteAutoSchedule: () => import('./auto-schedule.ts'),
  addFeed: () => import('./feeds.ts'),
  listFeeds: () => import('./feeds.ts'),
  updateFeed: () => import('./feeds.ts'),
  removeFeed: () => import('./feeds.ts'),
  listReviews: () => import('./reviews.ts'),
  getReview: () => import('./reviews.ts'),
  replyToReview: () => import('./reviews.ts'),
  deleteReviewReply: () => import('./reviews.ts'),
  createPost: () => import('./posts/create-post.ts'),
  validatePost: () => import('./posts/create-post.ts'),
  validateJson: () => import('./validation.ts'),
  checkModeration: () => import('./validation.ts'),
  updatePost: () => import('./posts/update-post.ts'),
  retryPost: () => import('./posts/update-post.ts'),
  deletePost: () => import('./posts/delete-post.ts'),
  getPost: () => import('./posts/get-history.ts'),
  getHistory: () => import('./posts/get-history.ts'),
  getPlatformHistory: () => import('./posts/get-platform-history.ts'),
  getHistoryById: () => import('./posts/get-history.ts'),
  createAutomation: () => import('./automations.ts'),
  listAutomations: () => import('./automations.ts'),
  getAutomation: () => import('./automations.ts'),
  updateAutomation: () => import('./automations.ts'),
  deleteAutomation: () => import('./automations.ts'),
  listActivity: () => import('./activity.ts'),
  registerWebhook: () => import('./webhooks.ts'),
  listWebhooks: () => import('./webhooks.ts'),
  unregisterWebhook: () => import('./webhooks.ts'),
  getHookHistory: () => import('./webhooks.ts'),
  generatePost: () => import('./generate.ts'),
  rewritePost: () => import('./generate.ts'),
  createTranslation: () => import('./generate.ts'),
  createTranscription: () => import('./generate.ts'),
  createAltText: () => import('./generate.ts'),
  explainError: () => import('./explain-error.ts'),
};

export async function loadServedEndpoint<N extends EndpointName>(name: N): Promise<ServedEndpoint<N>> {
  const [endpoint, handlers] = await Promise.all([loadEndpoint(name), HANDLERS[name]()]);
  return { name, endpoint, handle: handlers[name] };
}
