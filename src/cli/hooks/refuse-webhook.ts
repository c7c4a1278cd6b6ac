import { checkAllowedUrl, checkWebhookShape, isAllowed } from '../../domain/addresses/public-url.ts';
import { getHostPort } from '../../domain/addresses/url-shape.ts';
import { CrierError } from '../../errors.ts';
import { WEBHOOK_ACTIONS } from '../../service/webhooks.ts';
import { describeErrorCode } from '../errors/describe-error-code.ts';
import { maskLikelySecret } from '../shell/likely-secrets.ts';
import { suggestNearest } from '../shell/suggest-nearest.ts';

/** The code with which the service refuses a webhook. @see docs/service/webhooks.md#routes */
const INVALID = 101;

/**
 * Refuses an unknown action or an invalid URL before anything is sent.
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
      'the action is missing before the URL',
      'for example: hooks register automations https://hooks.example.com/crier',
    );
  }
  if (!anyAction && !names.includes(action)) {
    throw buildRefusal(
      `unknown action "${maskLikelySecret(action)}"`,
      `${suggestNearest(action, names)}the known ones are ${names.join(', ')}; to use another one, add --any-action`,
    );
  }
  const fault = url === undefined ? null : findUrlFault(url, isSandbox);
  if (fault !== null)
    throw buildRefusal(`url ${fault}`, 'write a URL such as https://hooks.example.com/crier');
}

/** Which actions and URLs are accepted. */
interface WebhookRules {
  readonly anyAction: boolean;
  /** A sandbox may be allowed to reach private addresses, and http. */
  readonly isSandbox?: boolean;
}

function findUrlFault(url: string, isSandbox: boolean): string | null {
  const isTaken = isSandbox && URL.canParse(url) && isAllowed(url, [getHostPort(url)]);
  return isTaken ? checkAllowedUrl(url) : checkWebhookShape(url);
}

function buildRefusal(message: string, advice: string): CrierError {
  return new CrierError('usage', message, { ...describeErrorCode(INVALID), advice });
}
