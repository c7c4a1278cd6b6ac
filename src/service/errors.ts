import type { ErrorTable } from './error-fact.ts';
import { ACCOUNT_ERRORS, LINKING_ERRORS } from './errors/accounts.ts';
import { AUTOMATION_ERRORS, ENGAGEMENT_ERRORS } from './errors/automations.ts';
import { META_ERRORS } from './errors/meta.ts';
import { NETWORK_ERRORS, X_ERRORS } from './errors/networks.ts';
import { AUDIO_ERRORS, POSTING_ERRORS } from './errors/posting.ts';
import { SANDBOX_ERRORS } from './errors/sandbox.ts';

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
