import type { Client } from '../../client/client.ts';
import type { ClientAnswer } from '../../client/client-answer.ts';
import { CrierError } from '../../errors.ts';
import { getPost } from '../../facts/endpoints/posts.ts';
import type { PostRecord } from '../../facts/posts.ts';
import type { CommandContext } from '../context.ts';
import { createPrintedCommands } from '../printed-commands.ts';

const UNKNOWN_POST = 186;

/** Reads what the service keeps of a post. @see docs/service/posts.md#update */
export async function readPost(
  client: Client,
  id: string,
  context: Pick<CommandContext, 'choiceInput' | 'choose' | 'programName'>,
): Promise<ClientAnswer<PostRecord>> {
  try {
    return await client.call(getPost, { params: { id } });
  } catch (error) {
    if (!(error instanceof CrierError) || error.facts.code !== UNKNOWN_POST) throw error;
    // what the catalogue advises is for calls that take a network's own ids too
    const { service } = await createPrintedCommands(context);
    const advice = `check the id and --profile: it is a Service Post ID, as "${service`posts list`}" prints it; a network's own id is read by "${service`comments get <id> --platform <network>`}"`;
    throw new CrierError(error.kind, error.message, { ...error.facts, advice });
  }
}
