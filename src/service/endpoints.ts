import type { Endpoint } from './endpoint.ts';
import { listActivity } from './endpoints/activity-part.ts';
import { getAudio, searchAudio } from './endpoints/audio-part.ts';
import {
  createAutomation,
  deleteAutomation,
  getAutomation,
  listAutomations,
  updateAutomation,
} from './endpoints/automations.ts';
import { createComment, deleteComments, replyToComment } from './endpoints/comment-writes-part.ts';
import { getComments } from './endpoints/comments-part.ts';
import { addHashtags } from './endpoints/hashtags.ts';
import { shortenLink } from './endpoints/links.ts';
import { uploadMedia } from './endpoints/post-material.ts';
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
  listProfiles,
  unlinkAccount,
  updateProfile,
} from './endpoints/profiles.ts';
import { getHookHistory, listWebhooks, registerWebhook, unregisterWebhook } from './endpoints/webhooks.ts';

/**
 * All endpoints of the service. The client imports single rows, so that a command loads only the schemas it needs;
 * the sandbox serves the whole table.
 *
 * @see docs/service/endpoints.md#endpoints
 * @see docs/service/audio.md#search
 */
export const ENDPOINTS = {
  getComments,
  // Before `createComment`: `reply` must match before an id.
  replyToComment,
  createComment,
  deleteComments,
  searchAudio,
  getAudio,
  getUser,
  listProfiles,
  createProfile,
  updateProfile,
  deleteProfile,
  unlinkAccount,
  generateJwt,
  uploadMedia,
  shortenLink,
  addHashtags,
  createPost,
  validatePost,
  updatePost,
  retryPost,
  deletePost,
  getPost,
  getHistory,
  // Before `getHistoryById`: a platform value must match before an id.
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
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
