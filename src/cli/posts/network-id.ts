import type { Client } from '../../client/client.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automation.ts';
import { getPost } from '../../service/endpoints/posts.ts';
import { ignoreErrors } from '../context/ignore-errors.ts';

/** Reads the Instagram id of one of the service's posts; null when it has none. */
export async function findNetworkId(id: string, client: Client): Promise<string | null> {
  const answer = await ignoreErrors(client.call(getPost, { params: { id } }));
  return answer?.body.postIds?.find(({ platform }) => platform === AUTOMATION_PLATFORM)?.id ?? null;
}
