import type { Endpoint } from './endpoint.ts';
import { listActivity } from './endpoints/activity.ts';
import { getAudio, searchAudio } from './endpoints/audio.ts';
import {
  createAutomation,
  deleteAutomation,
  getAutomation,
  listAutomations,
  updateAutomation,
} from './endpoints/automations.ts';
import { getComments } from './endpoints/comments.ts';
import { getHistory, getHistoryById, getPlatformHistory, getPost } from './endpoints/posts.ts';
import { getUser, listProfiles } from './endpoints/profiles.ts';
import { getHookHistory, listWebhooks, registerWebhook, unregisterWebhook } from './endpoints/webhooks.ts';

/**
 * All calls of the service. The client makes each by its row alone, so that a command loads no schema but its own;
 * the sandbox answers them from this table.
 *
 * @see service.md, "Endpoints"; undescribed.md 5
 */
export const ENDPOINTS = {
  getComments,
  searchAudio,
  getAudio,
  getUser,
  listProfiles,
  getPost,
  getHistory,
  // Stands before `getHistoryById`: a platform value is matched before an id.
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
