import { getStartTime, type Since } from '../automations/activity/times.ts';
import type { OutboxItem, OutboxKind } from './outbox.ts';

/** Selects items of an outbox. */
export interface OutboxFilter {
  readonly kind?: OutboxKind | undefined;
  /** Handle or id of a follower. */
  readonly recipient?: string | undefined;
  /** Alias of a profile; `none` is the primary one. */
  readonly profile?: string | undefined;
  readonly since?: Since | undefined;
}

/** Creates a predicate. @param now the sandbox's time in milliseconds since 1970 */
export function createOutboxMatcher(
  { kind, recipient, profile, since }: OutboxFilter,
  now: number,
): (sent: OutboxItem) => boolean {
  const who = recipient?.replace(/^@/, '').toLowerCase();
  const from = profile === 'none' ? 'primary' : profile;
  const earliest = getStartTime(since, now);
  return (sent) =>
    (kind === undefined || sent.kind === kind) &&
    (who === undefined || isFor(sent, who)) &&
    (from === undefined || sent.profile === from) &&
    Date.parse(sent.at) >= earliest;
}

function isFor({ recipientId, recipientUsername }: OutboxItem, who: string): boolean {
  return recipientId === who || recipientUsername?.toLowerCase() === who;
}
