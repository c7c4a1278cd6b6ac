import type { Endpoint, EndpointName } from '../../service/endpoint.ts';
import type { Handler } from './handler.ts';

/** An endpoint and its handler. */
export interface ServedEndpoint<N extends EndpointName = EndpointName> {
  readonly name: N;
  readonly endpoint: Endpoint;
  readonly handle: Handler<N>;
}

/** The modules that have an endpoint and its handler, each under the endpoint's name. */
type EndpointModules<N extends EndpointName> = readonly [
  loadEndpoint: () => Promise<Readonly<Record<N, Endpoint>>>,
  loadHandler: () => Promise<Readonly<Record<N, Handler<N>>>>,
];

const loadAutoSchedule = () => import('../../service/endpoints/auto-schedule.ts');
const loadAnalytics = () => import('../../service/endpoints/analytics.ts');
const loadComments = () => import('../../service/endpoints/comments.ts');
const loadCommentWrites = () => import('../../service/endpoints/comment-writes.ts');
const loadGenerate = () => import('../../service/endpoints/generate.ts');
const loadHashtags = () => import('../../service/endpoints/hashtags.ts');
const loadLinks = () => import('../../service/endpoints/links.ts');
const loadMedia = () => import('../../service/endpoints/media.ts');
const loadLibrary = () => import('../../service/endpoints/media-library.ts');
const loadMessages = () => import('../../service/endpoints/messages.ts');
const loadProfiles = () => import('../../service/endpoints/profiles.ts');
const loadLinkSessions = () => import('../../service/endpoints/link-sessions.ts');
const loadPosts = () => import('../../service/endpoints/posts.ts');
const loadAutomations = () => import('../../service/endpoints/automations.ts');
const loadActivity = () => import('../../service/endpoints/activity.ts');
const loadWebhooks = () => import('../../service/endpoints/webhooks.ts');
const loadErrors = () => import('../../service/endpoints/errors.ts');
const loadFeeds = () => import('../../service/endpoints/feeds.ts');
const loadReviews = () => import('../../service/endpoints/reviews.ts');
const loadValidation = () => import('../../service/endpoints/validation.ts');

/** Loaded when an endpoint is called: a short command calls one. A missing row does not compile. */
const MODULES: { readonly [N in EndpointName]: EndpointModules<N> } = {
  getComments: [loadComments, () => import('./comments/get-comments.ts')],
  replyToComment: [loadCommentWrites, () => import('./comments/write-comments.ts')],
  createComment: [loadCommentWrites, () => import('./comments/write-comments.ts')],
  deleteComments: [loadCommentWrites, () => import('./comments/delete-comments.ts')],
  searchAudio: [loadMedia, () => import('./media.ts')],
  getAudio: [loadMedia, () => import('./media.ts')],
  getUser: [loadProfiles, () => import('./user.ts')],
  getUserDetails: [loadProfiles, () => import('./user.ts')],
  listProfiles: [loadProfiles, () => import('./profiles.ts')],
  createProfile: [loadProfiles, () => import('./profiles.ts')],
  updateProfile: [loadProfiles, () => import('./profiles.ts')],
  deleteProfile: [loadProfiles, () => import('./profiles.ts')],
  unlinkAccount: [loadProfiles, () => import('./profiles.ts')],
  createLinkSession: [loadLinkSessions, () => import('./link-sessions.ts')],
  getLinkSession: [loadLinkSessions, () => import('./link-sessions.ts')],
  generateJwt: [loadProfiles, () => import('./link-sessions.ts')],
  uploadMedia: [loadLibrary, () => import('./media-library.ts')],
  getUploadUrl: [loadLibrary, () => import('./media-library.ts')],
  listMedia: [loadLibrary, () => import('./media-library.ts')],
  getMediaMeta: [loadLibrary, () => import('./media-library.ts')],
  checkMediaUrl: [loadLibrary, () => import('./media-library.ts')],
  resizeMedia: [loadLibrary, () => import('./media-library.ts')],
  shortenLink: [loadLinks, () => import('./links.ts')],
  listLinks: [loadLinks, () => import('./links.ts')],
  getLink: [loadLinks, () => import('./links.ts')],
  getPostAnalytics: [loadAnalytics, () => import('./analytics/post-analytics.ts')],
  getSocialAnalytics: [loadAnalytics, () => import('./analytics/social-analytics.ts')],
  getLinkAnalytics: [loadLinks, () => import('./links.ts')],
  suggestHashtags: [loadHashtags, () => import('./hashtags.ts')],
  checkHashtag: [loadHashtags, () => import('./hashtags.ts')],
  addHashtags: [loadHashtags, () => import('./hashtags.ts')],
  getAutoResponse: [loadMessages, () => import('./messages.ts')],
  setAutoResponse: [loadMessages, () => import('./messages.ts')],
  listMessages: [loadMessages, () => import('./messages.ts')],
  sendMessage: [loadMessages, () => import('./messages.ts')],
  setAutoSchedule: [loadAutoSchedule, () => import('./auto-schedule.ts')],
  listAutoSchedules: [loadAutoSchedule, () => import('./auto-schedule.ts')],
  deleteAutoSchedule: [loadAutoSchedule, () => import('./auto-schedule.ts')],
  addFeed: [loadFeeds, () => import('./feeds.ts')],
  listFeeds: [loadFeeds, () => import('./feeds.ts')],
  updateFeed: [loadFeeds, () => import('./feeds.ts')],
  removeFeed: [loadFeeds, () => import('./feeds.ts')],
  listReviews: [loadReviews, () => import('./reviews.ts')],
  getReview: [loadReviews, () => import('./reviews.ts')],
  replyToReview: [loadReviews, () => import('./reviews.ts')],
  deleteReviewReply: [loadReviews, () => import('./reviews.ts')],
  createPost: [loadPosts, () => import('./posts/create-post.ts')],
  validatePost: [loadPosts, () => import('./posts/create-post.ts')],
  validateJson: [loadValidation, () => import('./validation.ts')],
  checkModeration: [loadValidation, () => import('./validation.ts')],
  updatePost: [loadPosts, () => import('./posts/update-post.ts')],
  retryPost: [loadPosts, () => import('./posts/update-post.ts')],
  deletePost: [loadPosts, () => import('./posts/delete-post.ts')],
  getPost: [loadPosts, () => import('./posts/get-history.ts')],
  getHistory: [loadPosts, () => import('./posts/get-history.ts')],
  getPlatformHistory: [loadPosts, () => import('./posts/get-platform-history.ts')],
  getHistoryById: [loadPosts, () => import('./posts/get-history.ts')],
  createAutomation: [loadAutomations, () => import('./automations.ts')],
  listAutomations: [loadAutomations, () => import('./automations.ts')],
  getAutomation: [loadAutomations, () => import('./automations.ts')],
  updateAutomation: [loadAutomations, () => import('./automations.ts')],
  deleteAutomation: [loadAutomations, () => import('./automations.ts')],
  listActivity: [loadActivity, () => import('./activity.ts')],
  registerWebhook: [loadWebhooks, () => import('./webhooks.ts')],
  listWebhooks: [loadWebhooks, () => import('./webhooks.ts')],
  unregisterWebhook: [loadWebhooks, () => import('./webhooks.ts')],
  getHookHistory: [loadWebhooks, () => import('./webhooks.ts')],
  generatePost: [loadGenerate, () => import('./generate.ts')],
  rewritePost: [loadGenerate, () => import('./generate.ts')],
  createTranslation: [loadGenerate, () => import('./generate.ts')],
  createTranscription: [loadGenerate, () => import('./generate.ts')],
  createAltText: [loadGenerate, () => import('./generate.ts')],
  explainError: [loadErrors, () => import('./explain-error.ts')],
};

/** Loads the schemas and the handler of an endpoint. */
export async function loadServedEndpoint<N extends EndpointName>(name: N): Promise<ServedEndpoint<N>> {
  const [loadEndpoint, loadHandler] = MODULES[name];
  const [endpoints, handlers] = await Promise.all([loadEndpoint(), loadHandler()]);
  return { name, endpoint: endpoints[name], handle: handlers[name] };
}
