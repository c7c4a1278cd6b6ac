import type { SandboxState } from '../facts/control.ts';
import { buildAllowPrivateWords } from './allow-private.ts';
import type { SandboxControl } from './sandbox-control.ts';
import { formatCounts } from './sandbox-status.ts';
import { crier } from './shell-command.ts';

/**
 * Says that deliveries wait for a run which may reach their address, and names the command that is one.
 *
 * @see docs/safety.md#S9
 */
export function noteBlockedDeliveries(
  { held, allowed }: Pick<SandboxState, 'held' | 'allowed'>,
  { connection: { server } }: Pick<SandboxControl, 'connection'>,
): readonly string[] {
  if (held.length === 0) return [];
  const addresses = held.map(({ address }) => address);
  const deliveries = held.reduce((sum, each) => sum + each.deliveries, 0);
  const verb = deliveries === 1 ? 'waits' : 'wait';
  const what = `${formatCounts({ deliveries })} ${verb} for a run that may reach ${addresses.join(' and ')}`;
  return [
    `${what}: ${server === null ? formatAdvanceCommand(addresses) : formatRestartCommand([...allowed, ...addresses], { isRunning: true })}`,
  ];
}

/** The least by which a clock can be moved that is worth writing. */
function formatAdvanceCommand(addresses: readonly string[]): string {
  return `"${crier`sandbox clock advance 1s ${buildAllowPrivateWords(addresses)}`}"`;
}

/** How a server comes about that may reach some addresses: what it may reach is settled when it starts. */
export function formatRestartCommand(
  addresses: readonly string[],
  { isRunning }: { readonly isRunning: boolean },
): string {
  const start = crier`sandbox start ${buildAllowPrivateWords(addresses)}`;
  return `${isRunning ? '"crier sandbox stop", then ' : ''}"${start}"`;
}
