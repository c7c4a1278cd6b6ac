import type { Client } from '../../client/client.ts';
import { listWebhooks } from '../../service/endpoints/webhooks.ts';
import { ignoreErrors } from '../context/ignore-errors.ts';
import { listRegisteredWebhooks, type RegisteredWebhook } from './list-registered-webhooks.ts';

/** Reads the profile's own webhooks for a note; failures are ignored. @returns null if they could not be read */
export async function readOwnWebhooks(client: Client): Promise<readonly RegisteredWebhook[] | null> {
  const answer = await ignoreErrors(client.call(listWebhooks, {}));
  return answer === null ? null : listRegisteredWebhooks(answer.body);
}

/** URL of the profile's own webhook for an action; null if there is none, or unknown. */
export function findWebhookUrl(action: string, webhooks: readonly RegisteredWebhook[] | null): string | null {
  return webhooks?.find((webhook) => webhook.action === action)?.url ?? null;
}
