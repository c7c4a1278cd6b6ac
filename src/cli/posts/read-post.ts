import type { Client } from '../../client/client.ts';
import type { ClientAnswer } from '../../client/client-answer.ts';
import { CrierError } from '../../errors.ts';
import { getPost } from '../../service/endpoints/posts.ts';
import type { PostRecord } from '../../service/posts.ts';
import type { CommandContext } from '../context/context.ts';
import { createPrintedCommands } from '../shell/printed-commands.ts';

const UNKNOWN_POST = 186;

/** Reads a stored post. @see docs/service/posts.md#update */
export async function readPost(
  client: Client,
  id: string,
  context: Pick<CommandContext, 'choiceInput' | 'choose' | 'programName'>,
): Promise<ClientAnswer<PostRecord>> {
  try {
    return await client.call(getPost, { params: { id } });
  } catch (error) {
    if (!(error instanceof CrierError) || error.facts.code !== UNKNOWN_POST) throw error;
    // the advice of the catalogue is for requests that accept ids of networks as well
    const { service } = await createPrintedCommands(context);
    const advice = `check --profile and the id, which must be a Service Post ID, as printed by "${service`posts list`}"; for an id of a network, use "${service`comments get <id> --platform <network>`}"`;
    throw new CrierError(error.kind, error.message, { ...error.facts, advice });
  }
}
