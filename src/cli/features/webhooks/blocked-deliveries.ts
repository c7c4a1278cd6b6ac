import { listPrivateAddresses } from '../../../domain/addresses/private-addresses.ts';
import { checkPublicUrl } from '../../../domain/addresses/public-url.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { addAdvice, CrierError } from '../../../errors.ts';
import type { SandboxState } from '../../../service/control/control.ts';
import type { ListedDelivery } from '../../../service/control/deliveries.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { isSandbox, type SandboxControl } from '../../framework/command/sandbox/sandbox-control.ts';
import { crier } from '../../framework/output/text/shell-command.ts';
import { buildAllowPrivateWords, suggestPublicUrl } from './private-addresses.ts';

/**
 * Notes that deliveries wait for a run that may reach their address, and names the command for it.
 *
 * @see docs/safety.md#S9
 */
export function noteBlockedDeliveries(
  { held, allowed }: Pick<SandboxState, 'held'> & AllowedAddresses,
  { connection: { server } }: SandboxControl,
): readonly string[] {
  if (held.length === 0) return [];
  const addresses = held.map(({ address }) => address);
  const deliveries = held.reduce((sum, each) => sum + each.deliveries, 0);
  const what = `${formatCount(deliveries, 'delivery waits', 'deliveries wait')} for a run that may reach ${addresses.join(' and ')}`;
  return [
    `${what}: ${server === null ? formatAdvanceCommand(addresses) : formatRestartCommand([...allowed, ...addresses], { isRunning: true })}`,
  ];
}

function formatAdvanceCommand(addresses: readonly string[]): string {
  return `"${crier`sandbox clock advance 1s ${buildAllowPrivateWords(addresses)}`}"`;
}

/** The command that starts a server which may reach these addresses: they are fixed when it starts. */
export function formatRestartCommand(
  addresses: readonly string[],
  { isRunning }: { isRunning: boolean },
): string {
  const start = crier`sandbox start ${buildAllowPrivateWords(addresses)}`;
  return `${isRunning ? '"crier sandbox stop", then ' : ''}"${start}"`;
}

type AddressedDelivery = Pick<ListedDelivery, 'url' | 'address'>;
type AllowedAddresses = { readonly allowed: readonly string[] };

/**
 * Whether the next attempt of a delivery can be sent with these allowed addresses, judged only by the URL.
 */
export function isReachable({ url, address }: AddressedDelivery, { allowed }: AllowedAddresses): boolean {
  return checkPublicUrl(url) === null || allowed.includes(address);
}

/** Notes how to send deliveries that this run may not reach; none when there are none. */
export function noteUnreachable(
  needing: readonly { readonly address: string; readonly deliveries?: number }[],
  status: AllowedAddresses,
  control: SandboxControl,
): readonly string[] {
  const held = [...Map.groupBy(needing, ({ address }) => address)];
  return noteBlockedDeliveries(
    {
      ...status,
      held: held.map(([address, each]) => ({
        address,
        deliveries: each.reduce((sum, { deliveries = 1 }) => sum + deliveries, 0),
      })),
    },
    control,
  );
}

/** Notes when deliveries that are due now are sent; none when there are none. */
export function noteDueDeliveries(
  deliveries: readonly AddressedDelivery[],
  status: AllowedAddresses,
  control: SandboxControl,
): readonly string[] {
  if (deliveries.length === 0) return [];
  const needing = deliveries.filter((each) => !isReachable(each, status));
  if (needing.length > 0) return noteUnreachable(needing, status, control);
  if (control.connection.server !== null) return ['"crier hooks history --sandbox" shows the result'];
  const what = deliveries.length === 1 ? 'the attempt is' : 'attempts are';
  return [
    `${what} made while "crier sandbox start" runs, or now by "crier sandbox clock advance 1s"; "crier hooks history --sandbox" shows the result`,
  ];
}

/** Error codes for a refused address of a webhook and of a message callback. */
const REFUSED = { webhook: 101, automation: 473 };

/**
 * Runs work. When a sandbox refuses a private address, adds the command that allows it to the error.
 *
 * @see docs/safety.md#S9
 */
export async function addAllowPrivateAdvice<Value>(
  urls: readonly string[],
  context: CommandContext,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const addresses = listPrivateAddresses(urls);
    if (!(error instanceof CrierError) || !isOfAddress(error) || addresses.length === 0) throw error;
    const [spelling] = urls.flatMap((url) => suggestPublicUrl(url) ?? []);
    if (spelling !== undefined) throw addAdvice(error, spelling);
    const { choice } = await context.service.choose();
    if (!isSandbox(choice)) throw error;
    throw addAdvice(error, await adviseRestart(addresses, choice.kind === 'sandbox' ? context : null));
  }
}

/** How the sandbox says that an address is not public, or a name leads to none that is. */
const NOT_PUBLIC = /public https address|address not allowed/;

/** A feed can be refused for other reasons as well: its document, for instance. */
function isOfAddress({ facts: { code, details } }: CrierError): boolean {
  const reasons = JSON.stringify(details ?? null);
  return (
    (code === REFUSED.webhook && NOT_PUBLIC.test(reasons)) ||
    (code === REFUSED.automation && reasons.includes('messageUrl'))
  );
}

/** @param context null when it is not this machine's sandbox, whose options are unknown */
async function adviseRestart(addresses: readonly string[], context: CommandContext | null): Promise<string> {
  const control = await context?.sandbox.control();
  const server = control?.connection.server ?? null;
  const { allowed = [] } = (await control?.call('status', {})) ?? {};
  const how = formatRestartCommand([...allowed, ...addresses], { isRunning: server !== null });
  return `start the sandbox with this address allowed: ${how}`;
}
