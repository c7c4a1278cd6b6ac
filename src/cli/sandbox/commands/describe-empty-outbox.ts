import type { SandboxState } from '../../../service/control/control.ts';
import { crier } from '../../shell/shell-command.ts';
import { formatClockAdvance } from '../format-clock-advance.ts';

/** State of the sandbox for an empty outbox. */
interface EmptyOutbox {
  /** Number of items that did not match the filters. */
  readonly others: number;
  readonly upcoming: SandboxState['upcoming'];
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: number;
}

/** Message for an empty outbox: other items, upcoming ones, or how to create some. */
export function describeEmptyOutbox({ others, upcoming, now }: EmptyOutbox): string {
  const filtered = others === 0 ? null : `no matching items; ${others} without filters`;
  const waiting = describeWaiting(upcoming, now);
  const parts = [filtered, waiting].filter((part) => part !== null);
  return parts.length === 0
    ? 'nothing was sent; to simulate a follower: crier sandbox engage'
    : (filtered === null ? ['nothing was sent yet', ...parts] : parts).join('; ');
}

function describeWaiting(
  { dispatches, deliveries, next }: SandboxState['upcoming'],
  now: number,
): string | null {
  if (dispatches === 0 || next === null) return null;
  const what = dispatches === 1 ? '1 dispatch is pending' : `${dispatches} dispatches are pending`;
  // the next due item may be something else
  if (deliveries > 0) return `${what}: crier sandbox status`;
  const first = dispatches === 1 ? '' : ', the first';
  return `${what}${first} until ${next}; to advance the clock: ${crier`sandbox clock advance ${formatClockAdvance(Date.parse(next) - now)}`}`;
}
