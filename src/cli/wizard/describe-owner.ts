import type { Client } from '../../client/client.ts';
import { CrierError } from '../../errors.ts';
import { AUTOMATION_PLATFORM } from '../../facts/automation.ts';
import { getUser } from '../../facts/endpoints/profiles.ts';
import type { UserAnswer } from '../../facts/profiles.ts';
import type { ServiceOrSandbox } from '../config.ts';
import { describeErrorCode } from '../describe-error-code.ts';
import { ignoreErrors } from '../ignore-errors.ts';
import { isLinked } from '../is-linked.ts';

/** No account of the platform is linked. */
const NOT_LINKED = 471;

/**
 * Whom an automation will be for, in a sentence: the account, the profile and the service.
 *
 * @throws CrierError with the code 471 when the profile has no such account: every question would be in vain
 */
export async function describeOwner(client: Client, choice: ServiceOrSandbox): Promise<string> {
  // who it is for is said where that is known: it keeps nobody from going on
  const user = (await ignoreErrors(client.call(getUser, {})))?.body ?? null;
  if (user !== null && !isLinked(user, AUTOMATION_PLATFORM)) {
    const { meaning, ...facts } = describeErrorCode(NOT_LINKED);
    throw new CrierError('not-allowed', meaning ?? '', facts);
  }
  const account = findAccount(user);
  return `For ${account === null ? '' : `@${account}, `}${describeProfile(choice)}.`;
}

/** The profile and the service that were chosen: `the Primary Profile of the sandbox`. */
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
