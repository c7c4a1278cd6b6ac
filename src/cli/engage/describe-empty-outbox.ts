import type { SandboxState } from '../../facts/control.ts';
import { formatClockAdvance } from '../explain/format-clock-advance.ts';
import { crier } from '../shell-command.ts';

/** How the sandbox is, where an outbox is empty. */
interface EmptyOutbox {
  /** Of what was sent, so many did not pass the filters. */
  readonly others: number;
  readonly upcoming: SandboxState['upcoming'];
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: number;
}

/** What an empty outbox says: what is there beside, what is still to come, or how something comes about. */
export function describeEmptyOutbox({ others, upcoming, now }: EmptyOutbox): string {
  const filtered =
    others === 0
      ? null
      : `nothing like that was sent; without filters there ${others === 1 ? 'is' : 'are'} ${others}`;
  const waiting = describeWaiting(upcoming, now);
  const parts = [filtered, waiting].filter((part) => part !== null);
  return parts.length === 0
    ? 'nothing was sent: "crier sandbox engage" lets a follower do something'
    : (filtered === null ? ['nothing was sent yet', ...parts] : parts).join('; ');
}

function describeWaiting(
  { dispatches, deliveries, next }: SandboxState['upcoming'],
  now: number,
): string | null {
  if (dispatches === 0 || next === null) return null;
  const what = dispatches === 1 ? '1 dispatch waits' : `${dispatches} dispatches wait`;
  // the first to fall due may be something else
  if (deliveries > 0) return `${what}: crier sandbox status`;
  const first = dispatches === 1 ? '' : ', the first';
  return `${what}${first} until ${next}: ${crier`sandbox clock advance ${formatClockAdvance(Date.parse(next) - now)}`}`;
}
