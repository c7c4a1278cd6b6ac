import { addAdvice, CrierError } from '../errors.ts';
import { suggestPublicUrl } from './advise-private-address.ts';
import { formatRestartCommand } from './blocked-deliveries.ts';
import type { CommandContext } from './context.ts';
import { isSandbox } from './is-sandbox.ts';
import { listPrivateAddresses } from './private-addresses.ts';

/** What an address of a webhook is refused with, and one of a message callback. */
const REFUSED = { webhook: 101, automation: 473 };

/**
 * Does what a sandbox refuses an address for that it was not told to reach: then the command is named that tells it.
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

/** @param context null where it is not this machine's sandbox, so that nobody knows how it was started */
async function adviseRestart(
  addresses: readonly string[],
  context: Pick<CommandContext, 'sandbox'> | null,
): Promise<string> {
  const control = await context?.sandbox();
  const server = control?.connection.server ?? null;
  const { allowed = [] } = (await control?.call('status', {})) ?? {};
  const how = formatRestartCommand([...allowed, ...addresses], { isRunning: server !== null });
  return `a sandbox that may reach it takes it: ${how}`;
}
