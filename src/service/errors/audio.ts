import type { ErrorTable } from '../error-fact.ts';

const NO_MEANING = 'an Instagram audio error; its meaning is not documented';

/** The Instagram audio catalogue. */
export const AUDIO_ERRORS: ErrorTable = {
  239: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning:
      'Instagram rejected the search because of the account, for example because a track is not available to it',
    advice: 'read details and resolve the problem in the Instagram account',
    retry: 'fix',
    area: 'audio',
    source: 'service',
  },
  425: {
    http: 400,
    httpFrom: 'assumed',
    class: 'auth',
    meaning: 'the Instagram account was linked without a permission that audio requires',
    advice: 'relink the account and grant all permissions',
    retry: 'fix',
    area: 'audio',
    source: 'service',
  },
  514: {
    http: 400,
    httpFrom: 'given',
    class: 'auth',
    meaning: 'Instagram is linked with the direct login; audio requires the login through a Facebook Page',
    advice:
      'relink a business or creator account through its Facebook Page; changing permissions or the plan does not help',
    retry: 'fix',
    area: 'audio',
    source: 'service',
  },
  515: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: NO_MEANING,
    advice: 'read message and details',
    retry: 'unknown',
    area: 'audio',
    source: 'service',
  },
  516: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: NO_MEANING,
    advice: 'read message and details',
    retry: 'unknown',
    area: 'audio',
    source: 'service',
  },
  517: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: 'the track is not available, or Instagram rejected the lookup because of the account',
    advice: 'check the audio id, or choose another track',
    retry: 'fix',
    area: 'audio',
    source: 'service',
  },
  518: {
    http: 200,
    httpFrom: 'given',
    class: 'ok',
    meaning:
      'audioName was ignored because audioConfiguration was also sent and takes precedence; the post was published',
    advice: 'send only one of the two',
    retry: 'no',
    area: 'audio',
    source: 'service',
  },
};
