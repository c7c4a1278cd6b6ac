import { addAdvice, CrierError } from '../../errors.ts';
import type { CommandContext } from '../context/context.ts';
import { isSandbox } from '../context/is-sandbox.ts';
import { suggestPublicUrl } from '../hooks/advise-private-address.ts';
import { listPrivateAddresses } from '../hooks/private-addresses.ts';
import { formatRestartCommand } from './blocked-deliveries.ts';

/** Error codes for a refused address of a webhook and of a message callback. */
const REFUSED = { webhook: 101, automation: 473 };

/**
 * Runs work. When a sandbox refuses a private address, adds the command that allows it to the error.
 *
 * @see docs/safety.md#S9
 */
export async function addAllowPrivateAdvice<Value>(
  urls: readonly string[],
  context: Pick<CommandContext, 'choose' | 'sandbox'>,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const addresses = listPrivateAddresses(urls);
    if (!(error instanceof CrierError) || !isOfAddress(error) || addresses.length === 0) throw error;
    const [spelling] = urls.flatMap((url) => suggestPublicUrl(url) ?? []);
    if (spelling !== undefined) throw addAdvice(error, spelling);
    const { choice } = await context.choose();
    if (!isSandbox(choice)) throw error;
    throw addAdvice(error, await adviseRestart(addresses, choice.kind === 'sandbox' ? context : null));
  }
}

function isOfAddress({ facts: { code, details } }: CrierError): boolean {
  return (
    code === REFUSED.webhook ||
    (code === REFUSED.automation && JSON.stringify(details ?? null).includes('messageUrl'))
  );
}

/** @param context null when it is not this machine's sandbox, whose options are unknown */
async function adviseRestart(
  addresses: readonly string[],
  context: Pick<CommandContext, 'sandbox'> | null,
): Promise<string> {
  const control = await context?.sandbox();
  const server = control?.connection.server ?? null;
  const { allowed = [] } = (await control?.call('status', {})) ?? {};
  const how = formatRestartCommand([...allowed, ...addresses], { isRunning: server !== null });
  return `start the sandbox with this address allowed: ${how}`;
}
