import { createHash } from 'node:crypto';
import type { ServiceOrSandbox } from './choose-service.ts';
import { formatServiceKey } from './state-file.ts';

/**
 * {@link formatServiceKey} with the keys, as a hash: other keys are another account, or another profile without an alias.
 * A file of its own, since node:crypto is slow to load, and most commands remember something without it.
 */
export function hashServiceKey(choice: ServiceOrSandbox): string {
  const owner = choice.kind === 'sandbox' ? null : [choice.target.apiKey, choice.target.profileKey];
  return createHash('sha256')
    .update(JSON.stringify([formatServiceKey(choice), owner]))
    .digest('hex');
}
