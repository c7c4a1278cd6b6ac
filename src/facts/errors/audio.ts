import type { ErrorTable } from '../error-fact.ts';

const NO_MEANING = 'belongs to instagram audio; no meaning of its own is known';

/** The instagram audio catalogue. */
export const AUDIO_ERRORS: ErrorTable = {
  239: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: 'instagram refused the search for a reason of the account, such as a track that it cannot have',
    advice: 'read details, and settle it in the instagram account',
    retry: 'fix',
    area: 'audio',
    source: 'service',
  },
  425: {
    http: 400,
    httpFrom: 'assumed',
    class: 'auth',
    meaning: 'the instagram account was linked without a permission that audio needs',
    advice: 'relink the account and grant every permission',
    retry: 'fix',
    area: 'audio',
    source: 'service',
  },
  514: {
    http: 400,
    httpFrom: 'given',
    class: 'auth',
    meaning: 'instagram is linked by its direct login; audio needs the login by way of a facebook page',
    advice:
      'relink a business or creator account by way of its facebook page; no permission and no plan mends this',
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
    meaning: 'the track cannot be had, or instagram refused the lookup for another reason of the account',
    advice: 'check the audio id, or choose another track',
    retry: 'fix',
    area: 'audio',
    source: 'service',
  },
  518: {
    http: 200,
    httpFrom: 'given',
    class: 'ok',
    meaning: 'audioName was dropped, since audioConfiguration came too and wins; the post was published',
    advice: 'send only one of the two',
    retry: 'no',
    area: 'audio',
    source: 'service',
  },
};
