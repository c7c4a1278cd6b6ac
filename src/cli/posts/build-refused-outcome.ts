import { addAdvice, CrierError } from '../../errors.ts';
import { canRetryUnchanged } from '../../rules/can-retry-unchanged.ts';
import type { CommandOutcome } from '../command.ts';
import { formatErrorsShowAdvice } from '../comments-outcome.ts';
import type { CommandContext } from '../context.ts';
import { createPrintedCommands } from '../printed-commands.ts';

/**
 * A post that no network took: why, and where the same can go out as it is, the command that sends it again.
 *
 * @param hasOwnKey its idempotency key was given, and is used up: the same command would be refused with 1409
 */
export async function buildRefusedOutcome(
  error: CrierError,
  { hasOwnKey }: { readonly hasOwnKey: boolean },
  context: Pick<CommandContext, 'choiceInput' | 'choose' | 'programName'>,
): Promise<CommandOutcome> {
  const { postId, errors = [] } = error.facts;
  if (postId === undefined) return { view: null, failure: summarizeNetworks(error, FIXED) };
  if ((errors.length === 0 ? [error.facts] : errors).every(canRetryUnchanged)) {
    const { change } = await createPrintedCommands(context);
    return {
      view: null,
      notes: [`to send it again: ${change`posts retry ${postId}`}`],
      failure: summarizeNetworks(error, 'can be sent again'),
    };
  }
  const failure = summarizeNetworks(error, FIXED);
  return {
    view: null,
    failure: hasOwnKey ? addAdvice(failure, 'a new post needs another --idempotency-key') : failure,
  };
}

const FIXED = 'can be made again once that is mended';

/** Every network has its own reason: the words of the first are not those of the whole, but tell how the run ends. */
function summarizeNetworks(error: CrierError, what: string): CrierError {
  const { kind, facts } = error;
  const { errors = [] } = facts;
  if (errors.length < 2) return error;
  return new CrierError(kind, `every network refused the post, ${errors.length} in all`, {
    ...facts,
    meaning: null,
    advice: `${formatErrorsShowAdvice(errors)}nothing is out, so that the same post ${what}`,
  });
}
