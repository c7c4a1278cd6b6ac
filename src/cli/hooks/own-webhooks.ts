import type { Client } from '../../client/client.ts';
import type { ActionType } from '../../service/actions.ts';
import { listWebhooks } from '../../service/endpoints/webhooks.ts';
import type { WebhookAction } from '../../service/webhooks.ts';
import type { ServiceOrSandbox } from '../context/choose-service.ts';
import type { CommandContext } from '../context/context.ts';
import { ignoreErrors } from '../context/ignore-errors.ts';
import { crier } from '../shell/shell-command.ts';

/** Reads the profile's own webhooks for a note; failures are ignored. @returns null if they could not be read */
export async function readOwnWebhooks(client: Client): Promise<readonly RegisteredWebhook[] | null> {
  const answer = await ignoreErrors(client.call(listWebhooks, {}));
  return answer === null ? null : listRegisteredWebhooks(answer.body);
}

/** URL of the profile's own webhook for an action; null if there is none, or unknown. */
export function findWebhookUrl(action: string, webhooks: readonly RegisteredWebhook[] | null): string | null {
  return webhooks?.find((webhook) => webhook.action === action)?.url ?? null;
}

/** The action of a webhook, and where its deliveries are sent. */
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

/** Whether the Primary Profile is used. */
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
  { actions = [] }: { readonly actions?: readonly { readonly type: string }[] | undefined },
  client: Client,
  { choose }: Pick<CommandContext, 'choose'>,
): Promise<readonly string[]> {
  if (!actions.some(({ type }) => type === FIRES)) return [];
  const webhooks = await readOwnWebhooks(client);
  if (webhooks === null || webhooks.some(({ action }) => action === LISTENS)) return [];
  const registering = crier`hooks register ${LISTENS} <url>`;
  const { choice } = await choose();
  return [
    isPrimary(choice)
      ? `no webhook is registered for ${LISTENS}, so ${FIRES} fails; to register one: ${registering}`
      : `the profile has no webhook for ${LISTENS}, so ${FIRES} uses that of the Primary Profile, and fails without one; to register its own: ${registering}`,
  ];
}
