import type { EndpointName } from '../../service/endpoints.ts';
import { listActivity } from './activity.ts';
import { addHashtags } from './add-hashtags.ts';
import { searchAudio } from './audio.ts';
import { createAutomation } from './automations.ts';
import { createComment } from './create-comment.ts';
import { createPost } from './create-post.ts';
import { deleteAutomation } from './delete-automation.ts';
import { deleteComments } from './delete-comments.ts';
import { deletePost } from './delete-post.ts';
import { deleteProfile } from './delete-profile.ts';
import { generateJwt } from './generate-jwt.ts';
import { getAudio } from './get-audio.ts';
import { getAutomation } from './get-automation.ts';
import { getComments } from './get-comments.ts';
import { getHistory } from './get-history.ts';
import { getHookHistory } from './get-hook-history.ts';
import { getPlatformHistory } from './get-platform-history.ts';
import { getPost } from './get-post.ts';
import type { Handler } from './handler.ts';
import { listAutomations } from './list-automations.ts';
import { listProfiles } from './list-profiles.ts';
import { listWebhooks } from './list-webhooks.ts';
import { uploadMedia } from './post-parts.ts';
import { createProfile } from './profiles.ts';
import { replyToComment } from './reply-to-comment.ts';
import { retryPost } from './retry-post.ts';
import { shortenLink } from './shorten-link.ts';
import { unlinkAccount } from './unlink-account.ts';
import { unregisterWebhook } from './unregister-webhook.ts';
import { updateAutomation } from './update-automation.ts';
import { updatePost } from './update-post.ts';
import { updateProfile } from './update-profile.ts';
import { getUser } from './user.ts';
import { validatePost } from './validate-post.ts';
import { registerWebhook } from './webhooks.ts';

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
