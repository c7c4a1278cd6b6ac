import { readEntries } from '../../domain/automations/automation-entries.ts';
import {
  type AutomationFaultOptions,
  findAutomationFaults,
} from '../../domain/automations/find-automation-faults.ts';
import { getField } from '../../domain/json/loose-record.ts';
import type { BodyFault } from '../../domain/requests/find-body-faults.ts';
import type { CommandContext } from '../context/context.ts';
import { isSandbox } from '../context/is-sandbox.ts';
import { listPrivateAddresses } from '../hooks/private-addresses.ts';

/**
 * Finds the faults for which the service will refuse an automation. A private `messageUrl` is a fault unless the
 * service is a sandbox, which decides by its own allowance.
 *
 * @see docs/safety.md#S9
 * @see docs/service/automations.md#AUT-14, #AUT-19
 */
export async function findFaults(
  body: unknown,
  { kind }: Pick<AutomationFaultOptions, 'kind'>,
  { choose }: Pick<CommandContext, 'choose'>,
): Promise<readonly BodyFault[]> {
  const faults = findAutomationFaults(body, { kind });
  const allowance = listPrivateAddresses(listMessageUrls(body));
  if (allowance.length === 0 || !isSandbox((await choose()).choice)) return faults;
  return findAutomationFaults(body, { kind, allowlist: allowance });
}

/** The callback URLs of an automation. */
export function listMessageUrls(body: unknown): readonly string[] {
  return readEntries(body, 'actions').flatMap((action) => {
    const url = getField(action, 'messageUrl');
    return typeof url === 'string' ? [url] : [];
  });
}
