import type { ErrorFact, ErrorTable } from '../error-fact.ts';

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
  source: 'undescribed',
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
