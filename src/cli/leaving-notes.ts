import type { ControlAnswer } from '../facts/control.ts';
import type { ListedDelivery } from '../facts/delivery-control.ts';
import { publicUrlFault } from '../rules/public-url.ts';
import { heldNotes } from './held-notes.ts';
import type { SandboxControl } from './sandbox-control.ts';

/** What lets deliveries leave that are due now; nothing when there are none. */
export function leavingNotes(
  deliveries: readonly Pick<ListedDelivery, 'url' | 'address'>[],
  status: Pick<ControlAnswer<'status'>, 'allowed'>,
  control: SandboxControl,
): readonly string[] {
  if (deliveries.length === 0) return [];
  const needing = deliveries.filter(
    ({ url, address }) => publicUrlFault(url) !== null && !status.allowed.includes(address),
  );
  if (needing.length > 0) {
    const held = [...Map.groupBy(needing, ({ address }) => address)];
    return heldNotes(
      { ...status, held: held.map(([address, each]) => ({ address, deliveries: each.length })) },
      control,
    );
  }
  if (control.entrance.server !== null) return ['"crier hooks history --sandbox" says what comes of it'];
  const what = deliveries.length === 1 ? 'the attempt is' : 'attempts are';
  return [
    `${what} made while "crier sandbox start" runs, or at once: "crier sandbox clock advance 1s"; "crier hooks history --sandbox" says what came of it`,
  ];
}
