import type { EndpointName } from '../../facts/endpoints.ts';
import { getAudio } from './get-audio.ts';
import { getComments } from './get-comments.ts';
import { getHistory } from './get-history.ts';
import { getPlatformHistory } from './get-platform-history.ts';
import { getPost } from './get-post.ts';
import { getUser } from './get-user.ts';
import type { Handler } from './handler.ts';
import { listProfiles } from './list-profiles.ts';
import { searchAudio } from './search-audio.ts';

/** One handler an endpoint; a missing one does not compile. */
export const HANDLERS: { readonly [N in EndpointName]: Handler<N> } = {
  getAudio,
  getComments,
  getHistory,
  getHistoryById: getPost,
  getPlatformHistory,
  getPost,
  getUser,
  listProfiles,
  searchAudio,
};
