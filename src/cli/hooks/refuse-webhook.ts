import { CrierError } from '../../errors.ts';
import { WEBHOOK_ACTIONS } from '../../facts/webhooks.ts';
import { checkAllowedUrl, checkWebhookShape } from '../../rules/check-public-url.ts';
import { getHostPort } from '../../rules/get-host-port.ts';
import { isAllowed } from '../../rules/private-allowlist.ts';
import { describeErrorCode } from '../describe-error-code.ts';
import { maskLikelySecret } from '../mask-likely-secret.ts';
import { suggestNearest } from '../suggest-nearest.ts';

/** What the service refuses a webhook with. @see docs/service/webhooks.md#routes */
const INVALID = 101;

/**
 * Refuses an action that is not known and an address that cannot be one, before anything is sent.
 *
 * @throws CrierError of kind usage, with the code 101
 * @see docs/service/webhooks.md#HOOK-01
 */
export function refuseWebhook(
  { action, url }: { readonly action: string; readonly url?: string },
  { anyAction, isSandbox = false }: WebhookRules,
): void {
  const names = Object.keys(WEBHOOK_ACTIONS);
  if (action.includes('://')) {
    throw buildRefusal(
      'an address stands where the action should',
      'the action comes first: hooks register automations https://hooks.example.com/crier',
    );
  }
  if (!anyAction && !names.includes(action)) {
    throw buildRefusal(
      `there is no action "${maskLikelySecret(action)}"`,
      `${suggestNearest(action, names)}the known ones are ${names.join(', ')}; --any-action sends it all the same`,
    );
  }
  const fault = url === undefined ? null : findUrlFault(url, isSandbox);
  if (fault !== null) throw buildRefusal(`url ${fault}`, 'it looks like https://hooks.example.com/crier');
}

/** Which names of actions and which addresses are taken. */
interface WebhookRules {
  readonly anyAction: boolean;
  /** A sandbox may have been told to reach what is not public, and by http. */
  readonly isSandbox?: boolean;
}

function findUrlFault(url: string, isSandbox: boolean): string | null {
  const isTaken = isSandbox && URL.canParse(url) && isAllowed(url, [getHostPort(url)]);
  return isTaken ? checkAllowedUrl(url) : checkWebhookShape(url);
}

function buildRefusal(message: string, advice: string): CrierError {
  return new CrierError('usage', message, { ...describeErrorCode(INVALID), advice });
}
