import { defineErrors, type ErrorFact, type ErrorTable } from './error-fact.ts';

/** Requests, keys, profiles and linked accounts. */
export const ACCOUNT_ERRORS = defineErrors('access', {
  101: {
    http: 400,
    class: 'rejected',
    meaning: 'a parameter is missing or not valid',
    advice: 'read details to find the parameter, then correct the request',
    area: 'request',
  },
  102: {
    http: 403,
    class: 'auth',
    meaning: 'the API key, or the profile key sent with it, is missing or not valid',
    advice: 'use the API key of the Primary Profile, and check that no profile key is used in its place',
    source: 'elsewhere',
  },
  146: {
    http: 400,
    httpFrom: 'assumed',
    class: 'rejected',
    meaning: 'another profile already has this title',
    advice: 'choose another title',
    area: 'profiles',
    source: 'elsewhere',
  },
  156: {
    http: 400,
    class: 'auth',
    meaning: 'the profile has no linked account on this network (for audio: Instagram)',
    advice: 'link an account of the network to the profile, or use the profile that has one',
  },
  161: {
    http: 400,
    class: 'auth',
    meaning: 'the network no longer accepts the authorization: it expired or was revoked',
    advice: 'relink the account',
  },
  189: {
    http: 400,
    httpFrom: 'assumed',
    class: 'auth',
    meaning: 'the private key for account linking is malformed',
    advice: 'pass the key exactly as issued, including its first and last line',
    area: 'linking',
    source: 'elsewhere',
  },
  326: {
    http: 403,
    class: 'not-allowed',
    meaning: 'the network requires the account owner to verify their identity',
    advice: 'complete the verification on the network; relinking does not help',
  },
});

const LINK_SESSION = {
  http: 400,
  httpFrom: 'assumed',
  class: 'auth',
  retry: 'fix',
  area: 'linking',
  action: 'link session',
} as const;

const DEAD_LINK = {
  ...LINK_SESSION,
  advice: 'create a new link session; the page receives no connect:error event for this',
  source: 'elsewhere',
} as const;

const REJECTED: ErrorFact = {
  ...LINK_SESSION,
  meaning: 'the request to create a link session was rejected; the meaning of this code is not documented',
  advice: 'read message and details, then correct the request',
  source: 'service',
};

const IN_CALLBACK: ErrorFact = {
  ...LINK_SESSION,
  meaning: 'an error in the callback of the network; the meaning of this code is not documented',
  advice: 'read message and details, then create a new link session',
  source: 'service',
};

/** Link sessions, which link accounts. @see docs/service/errors.md#catalogue, #ERR-06 */
export const LINKING_ERRORS: ErrorTable = {
  501: { ...DEAD_LINK, meaning: 'the link session was revoked' },
  502: { ...DEAD_LINK, meaning: 'the link session does not exist' },
  503: { ...DEAD_LINK, meaning: 'the link session has expired' },
  504: REJECTED,
  505: REJECTED,
  506: REJECTED,
  507: REJECTED,
  508: REJECTED,
  509: REJECTED,
  510: REJECTED,
  511: IN_CALLBACK,
  512: IN_CALLBACK,
  513: {
    ...LINK_SESSION,
    meaning:
      'can be sent as a connect:error event to a page with an origin; the meaning of this code is not documented',
    advice:
      'read message and details, then create a new link session; a closed popup sends connect:cancelled instead',
    source: 'service',
  },
};
