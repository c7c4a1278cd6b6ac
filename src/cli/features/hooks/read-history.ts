import type { Client } from '../../../client/client.ts';
import { type DatedEntry, sortHistory } from '../../../receiver/run/take-history.ts';
import { getHookHistory } from '../../../service/endpoints/webhooks.ts';

/** Reads the history of the service, oldest first. */
export async function readHistory(client: Client): Promise<readonly DatedEntry[]> {
  const { body } = await client.call(getHookHistory, { query: {} });
  return sortHistory(body);
}
