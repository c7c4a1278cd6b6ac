import { getStartTime, type Since } from '../activity/since.ts';
import type { OutboxKind, Sent } from './outbox.ts';

/** What of an outbox is wanted. */
export interface OutboxWanted {
  readonly kind?: OutboxKind | undefined;
  /** Handle or id of a follower. */
  readonly recipient?: string | undefined;
  /** Alias of a profile; `none` is the primary one. */
  readonly profile?: string | undefined;
  readonly since?: Since | undefined;
}

/** Whether something is wanted. @param now the sandbox's, in milliseconds since 1970 */
export function isWanted(
  { kind, recipient, profile, since }: OutboxWanted,
  now: number,
): (sent: Sent) => boolean {
  const who = recipient?.replace(/^@/, '').toLowerCase();
  const from = profile === 'none' ? 'primary' : profile;
  const earliest = getStartTime(since, now);
  return (sent) =>
    (kind === undefined || sent.kind === kind) &&
    (who === undefined || isFor(sent, who)) &&
    (from === undefined || sent.profile === from) &&
    Date.parse(sent.at) >= earliest;
}

function isFor({ recipientId, recipientUsername }: Sent, who: string): boolean {
  return recipientId === who || recipientUsername?.toLowerCase() === who;
}
