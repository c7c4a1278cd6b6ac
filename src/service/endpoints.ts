import type { Endpoint } from './endpoint.ts';
import { listActivity } from './endpoints/activity.ts';
import { getPostAnalytics, getSocialAnalytics } from './endpoints/analytics.ts';
import { deleteAutoSchedule, listAutoSchedules, setAutoSchedule } from './endpoints/auto-schedule.ts';
import {
  createAutomation,
  deleteAutomation,
  getAutomation,
  listAutomations,
  updateAutomation,
} from './endpoints/automations.ts';
import { createComment, deleteComments, replyToComment } from './endpoints/comment-writes.ts';
import { getComments } from './endpoints/comments.ts';
import { explainError } from './endpoints/errors.ts';
import { addFeed, listFeeds, removeFeed, updateFeed } from './endpoints/feeds.ts';
import {
  createAltText,
  createTranscription,
  createTranslation,
  generatePost,
  rewritePost,
} from './endpoints/generate.ts';
import { addHashtags, checkHashtag, suggestHashtags } from './endpoints/hashtags.ts';
import { createLinkSession, getLinkSession } from './endpoints/link-sessions.ts';
import { getLink, getLinkAnalytics, listLinks, shortenLink } from './endpoints/links.ts';
import { getAudio, searchAudio } from './endpoints/media.ts';
import {
  checkMediaUrl,
  getMediaMeta,
  getUploadUrl,
  listMedia,
  resizeMedia,
  uploadMedia,
} from './endpoints/media-library.ts';
import { getAutoResponse, listMessages, sendMessage, setAutoResponse } from './endpoints/messages.ts';
import {
  createPost,
  deletePost,
  getHistory,
  getHistoryById,
  getPlatformHistory,
  getPost,
  retryPost,
  updatePost,
  validatePost,
} from './endpoints/posts.ts';
import {
  createProfile,
  deleteProfile,
  generateJwt,
  getUser,
  getUserDetails,
  listProfiles,
  unlinkAccount,
  updateProfile,
} from './endpoints/profiles.ts';
import { deleteReviewReply, getReview, listReviews, replyToReview } from './endpoints/reviews.ts';
import { checkModeration, validateJson } from './endpoints/validation.ts';
import { getHookHistory, listWebhooks, registerWebhook, unregisterWebhook } from './endpoints/webhooks.ts';

/**
 * All endpoints of the service. The program imports single ones, so that a command loads only the schemas it needs.
 *
 * @see docs/service/endpoints.md#endpoints
 * @see docs/service/audio.md#search
 */
export const ENDPOINTS = {
  getComments,
  // before `createComment`: `reply` must match before an id
  replyToComment,
  createComment,
  deleteComments,
  searchAudio,
  getAudio,
  getUser,
  getUserDetails,
  listProfiles,
  createProfile,
  updateProfile,
  deleteProfile,
  unlinkAccount,
  createLinkSession,
  getLinkSession,
  generateJwt,
  uploadMedia,
  getUploadUrl,
  listMedia,
  getMediaMeta,
  checkMediaUrl,
  resizeMedia,
  shortenLink,
  listLinks,
  getLink,
  getPostAnalytics,
  getSocialAnalytics,
  getLinkAnalytics,
  suggestHashtags,
  checkHashtag,
  addHashtags,
  getAutoResponse,
  setAutoResponse,
  listMessages,
  sendMessage,
  setAutoSchedule,
  listAutoSchedules,
  deleteAutoSchedule,
  addFeed,
  listFeeds,
  updateFeed,
  removeFeed,
  listReviews,
  getReview,
  replyToReview,
  deleteReviewReply,
  createPost,
  validatePost,
  validateJson,
  checkModeration,
  updatePost,
  retryPost,
  deletePost,
  getPost,
  getHistory,
  // before `getHistoryById`: a platform value must match before an id
  getPlatformHistory,
  getHistoryById,
  createAutomation,
  listAutomations,
  getAutomation,
  updateAutomation,
  deleteAutomation,
  listActivity,
  registerWebhook,
  listWebhooks,
  unregisterWebhook,
  getHookHistory,
  generatePost,
  rewritePost,
  createTranslation,
  createTranscription,
  createAltText,
  explainError,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
