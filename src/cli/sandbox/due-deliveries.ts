import { checkPublicUrl } from '../../domain/addresses/public-url.ts';
import type { ControlAnswer } from '../../service/control/control.ts';
import type { ListedDelivery } from '../../service/control/deliveries.ts';
import type { SandboxControl } from '../context/sandbox-control.ts';
import { noteBlockedDeliveries } from './blocked-deliveries.ts';

type AddressedDelivery = Pick<ListedDelivery, 'url' | 'address'>;
type AllowedAddresses = Pick<ControlAnswer<'status'>, 'allowed'>;

/**
 * Whether the next attempt of a delivery can be sent with these allowed addresses, judged only by the URL.
 */
export function isReachable({ url, address }: AddressedDelivery, { allowed }: AllowedAddresses): boolean {
  return checkPublicUrl(url) === null || allowed.includes(address);
}

/** Notes how to send deliveries that this run may not reach; none when there are none. */
export function noteUnreachable(
  needing: readonly Pick<AddressedDelivery, 'address'>[],
  status: AllowedAddresses,
  control: SandboxControl,
): readonly string[] {
  const held = [...Map.groupBy(needing, ({ address }) => address)];
  return noteBlockedDeliveries(
    { ...status, held: held.map(([address, each]) => ({ address, deliveries: each.length })) },
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
