import { type AutomationBody, automationFaults } from '../../rules/automation-faults.ts';
import type { Fault } from '../../rules/body-faults.ts';
import { entriesOf } from '../../rules/entries-of.ts';
import { field } from '../../rules/loose-record.ts';
import type { CommandContext } from '../context.ts';
import { isOwnMachine } from '../is-own-machine.ts';
import { ownAddresses } from '../own-addresses.ts';

/**
 * What the service that is talked to will refuse an automation for. Whether an address may be reached that is not public
 * is for a service of this machine to say: a sandbox may have been told to reach it.
 *
 * @see safety, S9
 */
export async function faultsHere(
  body: unknown,
  { kind }: Pick<AutomationBody, 'kind'>,
  { choose }: Pick<CommandContext, 'choose'>,
): Promise<readonly Fault[]> {
  const faults = automationFaults(body, { kind });
  const allowance = ownAddresses(messageUrls(body));
  if (allowance.length === 0 || !isOwnMachine((await choose()).choice)) return faults;
  return automationFaults(body, { kind, allowance });
}

/** Every address that an automation asks for a text. */
export function messageUrls(body: unknown): readonly string[] {
  return entriesOf(body, 'actions').flatMap((action) => {
    const url = field(action, 'messageUrl');
    return typeof url === 'string' ? [url] : [];
  });
}
