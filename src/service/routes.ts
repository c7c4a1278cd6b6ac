/** Method and path of an endpoint; `{name}` is replaced by the member of `params`. */
export interface EndpointRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base URL. */
  readonly path: string;
}

/**
 * The routes of all endpoints, without their schemas: the sandbox routes a request by this table, and loads only the
 * schemas and the handler of the endpoint that is called.
 *
 * @see docs/service/endpoints.md#endpoints
 */
export const ROUTES = {
  getComments: { method: 'GET', path: '/comments/{id}' },
  // Before `createComment`: `reply` must match before an id.
  replyToComment: { method: 'POST', path: '/comments/reply' },
  createComment: { method: 'POST', path: '/comments/{id}' },
  deleteComments: { method: 'DELETE', path: '/comments' },
  searchAudio: { method: 'GET', path: '/media/instagram/audio/search' },
  getAudio: { method: 'GET', path: '/media/instagram/audio/{audioId}' },
  getUser: { method: 'GET', path: '/user' },
  listProfiles: { method: 'GET', path: '/profiles' },
  createProfile: { method: 'POST', path: '/profiles' },
  updateProfile: { method: 'PATCH', path: '/profiles' },
  deleteProfile: { method: 'DELETE', path: '/profiles' },
  unlinkAccount: { method: 'DELETE', path: '/profiles/social' },
  generateJwt: { method: 'POST', path: '/profiles/generateJWT' },
  uploadMedia: { method: 'POST', path: '/media/upload' },
  shortenLink: { method: 'POST', path: '/links' },
  addHashtags: { method: 'POST', path: '/hashtags/auto' },
  createPost: { method: 'POST', path: '/post' },
  validatePost: { method: 'POST', path: '/validate/post' },
  updatePost: { method: 'PATCH', path: '/post' },
  retryPost: { method: 'PUT', path: '/post/retry' },
  deletePost: { method: 'DELETE', path: '/post' },
  getPost: { method: 'GET', path: '/post/{id}' },
  getHistory: { method: 'GET', path: '/history' },
  // Before `getHistoryById`: a platform value must match before an id.
  getPlatformHistory: { method: 'GET', path: '/history/{platform}' },
  getHistoryById: { method: 'GET', path: '/history/{id}' },
  createAutomation: { method: 'POST', path: '/automations' },
  listAutomations: { method: 'GET', path: '/automations' },
  getAutomation: { method: 'GET', path: '/automations/{id}' },
  updateAutomation: { method: 'PUT', path: '/automations/{id}' },
  deleteAutomation: { method: 'DELETE', path: '/automations/{id}' },
  listActivity: { method: 'GET', path: '/automations/{id}/activity' },
  registerWebhook: { method: 'POST', path: '/hook/webhook' },
  listWebhooks: { method: 'GET', path: '/hook/webhook' },
  unregisterWebhook: { method: 'DELETE', path: '/hook/webhook' },
  getHookHistory: { method: 'GET', path: '/hook/history' },
} as const satisfies Record<string, EndpointRoute>;

export type EndpointName = keyof typeof ROUTES;
