import type { Answer } from '../../client/answer.ts';
import type { Client } from '../../client/client.ts';
import { CrierError } from '../../errors.ts';
import { getPost } from '../../facts/endpoints/posts.ts';
import type { PostRecord } from '../../facts/posts.ts';

const UNKNOWN_POST = 186;

/** Reads what the service keeps of a post. @see undescribed.md 6.4 */
export async function readPost(client: Client, id: string): Promise<Answer<PostRecord>> {
  return client.call(getPost, { params: { id } }).catch(explained);
}

/** What the catalogue advises is for calls that take a network's own ids too. */
function explained(error: unknown): never {
  if (!(error instanceof CrierError) || error.facts.code !== UNKNOWN_POST) throw error;
  const advice =
    'check the id and --profile: it is a Service Post ID, as "crier posts list" prints it; a network\'s own id is read by "crier comments get <id> --platform <network>"';
  throw new CrierError(error.kind, error.message, { ...error.facts, advice });
}
