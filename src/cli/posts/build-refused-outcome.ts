import { addAdvice, CrierError } from '../../errors.ts';
import { formatErrorsShowAdvice } from '../comments/comments-outcome.ts';
import type { CommandContext } from '../context/context.ts';
import type { CommandOutcome } from '../shell/command.ts';
import { createPrintedCommands } from '../shell/printed-commands.ts';
import { canRetryUnchanged } from './can-retry-unchanged.ts';

/**
 * Result of a post that every network refused: the reasons, and the command that retries it if a retry can help.
 *
 * @param hasOwnKey an idempotency key was given and is used now: the same command would be refused with 1409
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
      notes: [`to retry: ${change`posts retry ${postId}`}`],
      failure: summarizeNetworks(error, 'can be sent again'),
    };
  }
  const failure = summarizeNetworks(error, FIXED);
  return {
    view: null,
    failure: hasOwnKey ? addAdvice(failure, 'a new post needs another --idempotency-key') : failure,
  };
}

const FIXED = 'can be sent again after that is fixed';

/** Every network has its own reason: the first one decides the exit code, but is not the message. */
function summarizeNetworks(error: CrierError, what: string): CrierError {
  const { kind, facts } = error;
  const { errors = [] } = facts;
  if (errors.length < 2) return error;
  return new CrierError(kind, `all ${errors.length} networks refused the post`, {
    ...facts,
    meaning: null,
    advice: `${formatErrorsShowAdvice(errors)}nothing was published; the same post ${what}`,
  });
}
