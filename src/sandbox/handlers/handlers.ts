import type { EndpointName } from '../../facts/endpoints.ts';
import { createAutomation } from './create-automation.ts';
import { deleteAutomation } from './delete-automation.ts';
import { getAudio } from './get-audio.ts';
import { getAutomation } from './get-automation.ts';
import { getComments } from './get-comments.ts';
import { getHistory } from './get-history.ts';
import { getHookHistory } from './get-hook-history.ts';
import { getPlatformHistory } from './get-platform-history.ts';
import { getPost } from './get-post.ts';
import { getUser } from './get-user.ts';
import type { Handler } from './handler.ts';
import { listActivity } from './list-activity.ts';
import { listAutomations } from './list-automations.ts';
import { listProfiles } from './list-profiles.ts';
import { listWebhooks } from './list-webhooks.ts';
import { registerWebhook } from './register-webhook.ts';
import { searchAudio } from './search-audio.ts';
import { unregisterWebhook } from './unregister-webhook.ts';
import { updateAutomation } from './update-automation.ts';

/** One handler an endpoint; a missing one does not compile. */
export const HANDLERS: { readonly [N in EndpointName]: Handler<N> } = {
  createAutomation,
  deleteAutomation,
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
  searchAudio,
  unregisterWebhook,
  updateAutomation,
};
