import type { Client, PlannedRequest } from '../../../../client/client.ts';
import { addAdvice, CrierError } from '../../../../errors.ts';
import { deletePost, updatePost } from '../../../../service/endpoints/posts.ts';
import type { CommandOutcome } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { createRefusal } from '../../../framework/input/flags/schema-issues.ts';
import { readPost, WAITING } from '../read-posts.ts';

/** The service knows the key of a new post already. */
const USED_KEY = 1409;

/** A post that waits, and is kept from being published while another one takes its place. */
export interface ReplacedPost {
  /** Deletes it if the new post was made; otherwise as `restore`. */
  finish(outcome: CommandOutcome): Promise<CommandOutcome>;
  /** After the new post was refused: lets this one be published at its time again, unless the new one may exist. */
  restore(refusal: CrierError): Promise<CrierError>;
}

/** What replacing a post sends, in this order. @param creation the request of the new post */
export function planReplacement(
  id: string,
  creation: PlannedRequest,
  client: Client,
): readonly PlannedRequest[] {
  return [
    client.plan(updatePost, { body: { id, scheduledPause: true } }),
    creation,
    client.plan(deletePost, { body: { id } }),
  ];
}

/**
 * Holds a post back before another one takes its place, so that not both are published: whatever fails on the way, one of
 * them is left at most.
 *
 * @throws CrierError of kind usage for a post that does not wait any more
 */
export async function holdForReplacement(
  id: string,
  client: Client,
  context: CommandContext,
): Promise<ReplacedPost> {
  const { status } = (await readPost(client, id, context)).body;
  const { service, change } = await createPrintedCommands(context);
  if (!WAITING.has(status ?? ''))
    throw createRefusal(`the post ${id} has the status "${status}": only posts that wait can be replaced`, {
      code: 101,
      advice: `nothing was sent; to see it: ${service`posts get ${id}`}`,
    });
  const isPaused = status === 'pending';
  const pause = (scheduledPause: boolean) => client.call(updatePost, { body: { id, scheduledPause } });
  if (isPaused) await pause(true);
  const held = isPaused || status === 'paused' ? 'is paused' : 'awaits approval';
  const restore = async (refusal: CrierError): Promise<CrierError> => {
    const mayExist = refusal.facts.mayBeDone === true || refusal.facts.code === USED_KEY;
    const isRestored = !mayExist && (!isPaused || (await succeeds(pause(false))));
    if (isRestored) return addAdvice(refusal, `the post ${id} is as it was`);
    const next = mayExist ? 'look whether the new one exists, then delete or resume it' : 'resume it';
    return addAdvice(refusal, `the post ${id} ${held}: ${next}`);
  };
  return {
    restore,
    async finish(outcome) {
      if (outcome.view === null)
        return outcome.failure === undefined
          ? outcome
          : { ...outcome, failure: await restore(outcome.failure) };
      try {
        await client.call(deletePost, { body: { id } });
        return { ...outcome, notes: [...(outcome.notes ?? []), `the post ${id} was deleted`] };
      } catch (error) {
        if (!(error instanceof CrierError)) throw error;
        const message = `the new post was made, but ${id} could not be deleted, and ${held}: ${error.message}`;
        const advice = `to delete it: ${change`posts delete ${id}`}`;
        return { ...outcome, failure: new CrierError('partial', message, { advice }) };
      }
    },
  };
}

async function succeeds(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof CrierError) return false;
    throw error;
  }
}
