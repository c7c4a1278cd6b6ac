import type { Client } from '../client/client.ts';
import { AUTOMATION_PLATFORM } from '../facts/automation.ts';
import { getPost } from '../facts/endpoints/posts.ts';
import { aside } from './aside.ts';

/** Asks the service which copy of one of its posts stands on instagram; null when it tells of none. */
export async function networkId(id: string, client: Client): Promise<string | null> {
  const answer = await aside(client.call(getPost, { params: { id } }));
  return answer?.body.postIds?.find(({ platform }) => platform === AUTOMATION_PLATFORM)?.id ?? null;
}
