import type { SandboxState } from '../../service/control/control.ts';
import type { SandboxControl } from '../context/sandbox-control.ts';
import { buildAllowPrivateWords } from '../hooks/allow-private.ts';
import { crier } from '../shell/shell-command.ts';
import { formatCounts } from './sandbox-status.ts';

/**
 * Notes that deliveries wait for a run that may reach their address, and names the command for it.
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

/** The command that advances the clock by the smallest useful step. */
function formatAdvanceCommand(addresses: readonly string[]): string {
  return `"${crier`sandbox clock advance 1s ${buildAllowPrivateWords(addresses)}`}"`;
}

/** The command that starts a server which may reach these addresses: they are fixed when it starts. */
export function formatRestartCommand(
  addresses: readonly string[],
  { isRunning }: { readonly isRunning: boolean },
): string {
  const start = crier`sandbox start ${buildAllowPrivateWords(addresses)}`;
  return `${isRunning ? '"crier sandbox stop", then ' : ''}"${start}"`;
}
