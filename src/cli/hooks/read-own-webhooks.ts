import type { Client } from '../../client/client.ts';
import { listWebhooks } from '../../facts/endpoints/webhooks.ts';
import { listRegisteredWebhooks, type RegisteredWebhook } from '../../rules/list-registered-webhooks.ts';
import { ignoreErrors } from '../ignore-errors.ts';

/**
 * The webhooks that the profile has itself, for what is only said beside the answer that was asked for.
 *
 * @returns null when the service does not tell them
 */
export async function readOwnWebhooks(client: Client): Promise<readonly RegisteredWebhook[] | null> {
  const answer = await ignoreErrors(client.call(listWebhooks, {}));
  return answer === null ? null : listRegisteredWebhooks(answer.body);
}

/** Where the deliveries of an action go, by the profile's own webhook; null when it has none, or nobody knows. */
export function findWebhookUrl(action: string, webhooks: readonly RegisteredWebhook[] | null): string | null {
  return webhooks?.find((webhook) => webhook.action === action)?.url ?? null;
}
