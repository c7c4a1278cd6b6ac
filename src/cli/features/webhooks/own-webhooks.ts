import type { Client } from '../../../client/client.ts';
import { checkAllowedUrl, checkWebhookShape, isAllowed } from '../../../domain/addresses/public-url.ts';
import { getHostPort } from '../../../domain/addresses/url-shape.ts';
import { CrierError, ignoreErrors } from '../../../errors.ts';
import type { ActionType } from '../../../service/actions.ts';
import { listWebhooks } from '../../../service/endpoints/webhooks.ts';
import { WEBHOOK_ACTIONS, type WebhookAction } from '../../../service/webhooks.ts';
import type { ServicePort } from '../../framework/command/service.ts';
import { describeErrorCode } from '../../framework/output/failures.ts';
import { maskLikelySecret } from '../../framework/output/text/known-secrets.ts';
import { crier } from '../../framework/output/text/shell-command.ts';
import { suggestNearest } from '../../framework/output/text/suggest-nearest.ts';
import type { ServiceOrSandbox } from '../../framework/settings/choose-service.ts';

/** Reads the profile's own webhooks for a note; failures are ignored. @returns null if they could not be read */
export async function readOwnWebhooks(client: Client): Promise<readonly RegisteredWebhook[] | null> {
  const answer = await ignoreErrors(client.call(listWebhooks, {}));
  return answer === null ? null : listRegisteredWebhooks(answer.body);
}

/** URL of the profile's own webhook for an action; null if there is none, or unknown. */
export function findWebhookUrl(action: string, webhooks: readonly RegisteredWebhook[] | null): string | null {
  return webhooks?.find((webhook) => webhook.action === action)?.url ?? null;
}

export interface RegisteredWebhook {
  readonly action: string;
  readonly url: string;
}

/**
 * Returns the webhooks of an answer: a map from action to URL, mixed with a few members of the answer itself. Unknown
 * actions are included: the list of actions is open.
 *
 * @see docs/service/webhooks.md#routes
 */
export function listRegisteredWebhooks(
  answer: Readonly<Record<string, unknown>>,
): readonly RegisteredWebhook[] {
  return Object.entries(answer).flatMap(([action, url]) =>
    typeof url === 'string' && ADDRESS.test(url) ? [{ action, url }] : [],
  );
}

const ADDRESS = /^https?:\/\//i;

export function isPrimary(choice: ServiceOrSandbox): boolean {
  return choice.kind === 'sandbox' ? choice.profile === null : choice.target.profileKey === null;
}

const FIRES: ActionType = 'fire_webhook';
const LISTENS: WebhookAction = 'automations';

/**
 * Warns if an automation fires a webhook that is not registered. The webhooks are only requested if an action fires
 * one; a failure of that request is ignored.
 *
 * @see docs/service/webhooks.md#HOOK-02
 */
export async function listWebhookNotes(
  { actions = [] }: { actions?: readonly { type: string }[] | undefined },
  client: Client,
  service: ServicePort,
): Promise<readonly string[]> {
  if (!actions.some(({ type }) => type === FIRES)) return [];
  const webhooks = await readOwnWebhooks(client);
  if (webhooks === null || webhooks.some(({ action }) => action === LISTENS)) return [];
  const registering = crier`hooks register ${LISTENS} <url>`;
  const { choice } = await service.choose();
  return [
    isPrimary(choice)
      ? `no webhook is registered for ${LISTENS}, so ${FIRES} fails; to register one: ${registering}`
      : `the profile has no webhook for ${LISTENS}, so ${FIRES} uses that of the Primary Profile, and fails without one; to register its own: ${registering}`,
  ];
}

/** The code with which the service refuses a webhook. @see docs/service/webhooks.md#routes */
const INVALID = 101;

/**
 * Refuses an unknown action or an invalid URL before anything is sent. A sandbox may be allowed to reach private
 * addresses, and http.
 *
 * @throws CrierError of kind usage, with the code 101
 * @see docs/service/webhooks.md#HOOK-01
 */
export function refuseWebhook(
  { action, url }: { action: string; url?: string },
  { anyAction, isSandbox = false }: { anyAction: boolean; isSandbox?: boolean },
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

function findUrlFault(url: string, isSandbox: boolean): string | null {
  const isTaken = isSandbox && URL.canParse(url) && isAllowed(url, [getHostPort(url)]);
  return isTaken ? checkAllowedUrl(url) : checkWebhookShape(url);
}

function buildRefusal(message: string, advice: string): CrierError {
  return new CrierError('usage', message, { ...describeErrorCode(INVALID), advice });
}
