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
  advice: 'make a new link session; a page hears of this by no connect:error event',
  source: 'undescribed',
} as const;

const REFUSED: ErrorFact = {
  ...LINK_SESSION,
  meaning: 'refuses the request that makes a link session; no meaning of its own is known',
  advice: 'read message and details, and correct the request',
  source: 'service',
};

const IN_CALLBACK: ErrorFact = {
  ...LINK_SESSION,
  meaning: 'comes up while the network calls back; no meaning of its own is known',
  advice: 'read message and details, and make a new link session',
  source: 'service',
};

/** Link sessions, by which accounts are linked. @see docs/service/errors.md#catalogue, #ERR-06 */
export const LINKING_ERRORS: ErrorTable = {
  501: { ...DEAD_LINK, meaning: 'the link session was revoked' },
  502: { ...DEAD_LINK, meaning: 'there is no such link session' },
  503: { ...DEAD_LINK, meaning: 'the link session has expired' },
  504: REFUSED,
  505: REFUSED,
  506: REFUSED,
  507: REFUSED,
  508: REFUSED,
  509: REFUSED,
  510: REFUSED,
  511: IN_CALLBACK,
  512: IN_CALLBACK,
  513: {
    ...LINK_SESSION,
    meaning: 'can reach a page with an origin set as a connect:error event; no meaning of its own is known',
    advice:
      'read message and details, and make a new link session; a closed popup is connect:cancelled instead',
    source: 'service',
  },
};
