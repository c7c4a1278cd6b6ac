import type { EndpointName } from '../../service/endpoints.ts';
import { listActivity } from './activity.ts';
import { getAudio, searchAudio } from './audio.ts';
import {
  createAutomation,
  deleteAutomation,
  getAutomation,
  listAutomations,
  updateAutomation,
} from './automations.ts';
import { createPost, validatePost } from './create-post.ts';
import { deleteComments } from './delete-comments.ts';
import { deletePost } from './delete-post.ts';
import { getComments } from './get-comments.ts';
import { getHistory, getPost } from './get-history.ts';
import { getPlatformHistory } from './get-platform-history.ts';
import type { Handler } from './handler.ts';
import { addHashtags, shortenLink, uploadMedia } from './post-parts.ts';
import {
  createProfile,
  deleteProfile,
  generateJwt,
  listProfiles,
  unlinkAccount,
  updateProfile,
} from './profiles.ts';
import { retryPost, updatePost } from './update-post.ts';
import { getUser } from './user.ts';
import { getHookHistory, listWebhooks, registerWebhook, unregisterWebhook } from './webhooks.ts';
import { createComment, replyToComment } from './write-comments.ts';

/** One handler for each endpoint; a missing one does not compile. */
export const HANDLERS: { readonly [N in EndpointName]: Handler<N> } = {
  uploadMedia,
  updateProfile,
  unlinkAccount,
  shortenLink,
  generateJwt,
  deleteProfile,
  createProfile,
  addHashtags,
  createAutomation,
  createComment,
  createPost,
  deleteAutomation,
  deleteComments,
  deletePost,
  getAudio,
  getAutomation,
  getComments,
  getHistory,
  getHistoryById: getPost,
  getHookHistory,
  getPlatformHistory,
  getPost,
  getUser,
  listActivity,
  listAutomations,
  listProfiles,
  listWebhooks,
  registerWebhook,
  replyToComment,
  retryPost,
  searchAudio,
  unregisterWebhook,
  updateAutomation,
  updatePost,
  validatePost,
};
