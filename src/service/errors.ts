import { ACCOUNT_ERRORS, LINKING_ERRORS } from './errors/accounts.ts';
import { AUTOMATION_ERRORS, ENGAGEMENT_ERRORS } from './errors/automations.ts';
import { defineErrors, type ErrorTable } from './errors/error-fact.ts';
import { META_ERRORS } from './errors/meta.ts';
import { NETWORK_ERRORS, X_ERRORS } from './errors/networks.ts';
import { AUDIO_ERRORS, POSTING_ERRORS } from './errors/posting.ts';

/** The sandbox's own codes: from 1000 up, so that they never collide with a code of the service. */
const SANDBOX_ERRORS = defineErrors('sandbox', {
  1403: {
    http: 403,
    class: 'not-allowed',
    meaning:
      'the plan with its add-ons does not include this call, or the profile is suspended after too many rejected requests',
    advice: 'change plan or add-ons ("crier sandbox plan"); only "crier sandbox reset" lifts a suspension',
    source: 'elsewhere',
  },
  1404: {
    http: 404,
    class: 'not-found',
    meaning: 'the sandbox has no such path, method or object',
    advice: 'check the path, the method and the ids',
    source: 'elsewhere',
  },
  1409: {
    http: 400,
    class: 'rejected',
    meaning: 'a post with this idempotencyKey was already sent',
    advice: 'use a new key for each new post',
    source: 'elsewhere',
  },
  1415: {
    http: 400,
    class: 'rejected',
    meaning: 'the network does not support this through the service',
    advice: 'do it on the network itself',
    retry: 'no',
    source: 'elsewhere',
  },
  1429: {
    http: 429,
    class: 'limited',
    meaning: 'the profile has reached its request limit for this window',
    advice: 'wait until the window ends',
    retry: 'later',
    source: 'elsewhere',
  },
  1500: {
    http: 500,
    class: 'unavailable',
    meaning: 'internal error of the sandbox',
    advice:
      'report it with the trace id in details; the log named by "crier doctor" has the cause if a server is running',
    retry: 'unknown',
    source: 'elsewhere',
  },
  1503: {
    http: 503,
    class: 'unavailable',
    meaning: 'another process has locked the data of the sandbox',
    advice: 'try again in a moment; if it persists, stop the process that has the data open',
    retry: 'same',
    source: 'elsewhere',
  },
});

/**
 * The error catalogue: every numbered error of the service, and the sandbox's own codes from 1000 up. A code that is
 * not listed is reported as unknown.
 *
 * @see docs/service/errors.md#envelope, #catalogue, #ERR-01
 */
export const ERRORS: ErrorTable = {
  ...ACCOUNT_ERRORS,
  ...POSTING_ERRORS,
  ...META_ERRORS,
  ...X_ERRORS,
  ...NETWORK_ERRORS,
  ...ENGAGEMENT_ERRORS,
  ...AUTOMATION_ERRORS,
  ...AUDIO_ERRORS,
  ...LINKING_ERRORS,
  ...SANDBOX_ERRORS,
};
