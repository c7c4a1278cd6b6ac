import type { Client } from '../../client/client.ts';
import { CrierError, createUsageError } from '../../errors.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automations.ts';
import { getUser } from '../../service/endpoints/profiles.ts';
import type { UserAnswer } from '../../service/profiles.ts';
import type { ServiceOrSandbox } from '../context/choose-service.ts';
import type { CommandContext } from '../context/context.ts';
import { ignoreErrors } from '../context/ignore-errors.ts';
import { describeErrorCode } from '../errors/catalogue.ts';
import { isLinked } from '../profiles/linked-accounts.ts';
import { EndOfAnswers } from '../prompts/prompts.ts';

/**
 * Runs prompts; when the user leaves, notes what was not done.
 *
 * @param nothing such as `nothing was created`
 * @throws CrierError of kind usage at the end of input
 */
export async function runInteraction<Value>(
  nothing: string,
  { signal, note, onEnd }: Pick<CommandContext, 'signal' | 'note' | 'onEnd'>,
  converse: () => Promise<Value>,
): Promise<Value> {
  try {
    return await converse();
  } catch (error) {
    if (error instanceof EndOfAnswers)
      throw createUsageError(nothing, 'run the command again and answer the questions');
    // a signal has already ended the run with its own message
    if (signal.aborted) onEnd(() => note(nothing));
    else if (error instanceof CrierError && error.kind === 'interrupted') {
      throw new CrierError(error.kind, `${error.message}, ${nothing}`);
    }
    throw error;
  }
}

/** The error code for a profile without a linked account. */
const NOT_LINKED = 471;

/**
 * Describes whose automation it will be: the account, the profile and the service.
 *
 * @throws CrierError with the code 471 when the profile has no such account, before any question is asked
 */
export async function describeOwner(client: Client, choice: ServiceOrSandbox): Promise<string> {
  // optional detail: its failure does not stop the wizard
  const user = (await ignoreErrors(client.call(getUser, {})))?.body ?? null;
  if (user !== null && !isLinked(user, AUTOMATION_PLATFORM)) {
    const { meaning, ...facts } = describeErrorCode(NOT_LINKED);
    throw new CrierError('not-allowed', meaning ?? '', facts);
  }
  const account = findAccount(user);
  return `For ${account === null ? '' : `@${account}, `}${describeProfile(choice)}.`;
}

/** Describes the chosen profile and service: `the Primary Profile of the sandbox`. */
export function describeProfile(choice: ServiceOrSandbox): string {
  const profile = choice.profile === null ? 'the Primary Profile' : `the profile "${choice.profile}"`;
  return `${profile} of ${describeService(choice)}`;
}

function findAccount(user: UserAnswer | null): string | null {
  const accounts = user?.displayNames ?? [];
  return accounts.find(({ platform }) => platform === AUTOMATION_PLATFORM)?.username ?? null;
}

function describeService(choice: ServiceOrSandbox): string {
  if (choice.kind === 'sandbox') return 'the sandbox';
  return choice.context === null ? choice.target.baseUrl.host : `the context "${choice.context}"`;
}
