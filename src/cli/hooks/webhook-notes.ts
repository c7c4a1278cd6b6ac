import type { Client } from '../../client/client.ts';
import type { ActionType } from '../../service/actions.ts';
import type { WebhookAction } from '../../service/webhooks.ts';
import type { CommandContext } from '../context/context.ts';
import { crier } from '../shell/shell-command.ts';
import { isPrimary } from './is-primary.ts';
import { readOwnWebhooks } from './own-webhooks.ts';

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
