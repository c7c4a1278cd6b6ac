import type { Client } from '../client/client.ts';
import { CrierError } from '../errors.ts';
import { AUTOMATION_PLATFORM } from '../facts/automation.ts';
import { getPost } from '../facts/endpoints/posts.ts';

/** Asks the service which copy of one of its posts stands on instagram; null when it tells of none. */
export async function networkId(id: string, client: Client): Promise<string | null> {
  try {
    const { body } = await client.call(getPost, { params: { id } });
    return body.postIds?.find(({ platform }) => platform === AUTOMATION_PLATFORM)?.id ?? null;
  } catch (error) {
    if (error instanceof CrierError) return null;
    throw error;
  }
}
