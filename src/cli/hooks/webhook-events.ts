import { randomInt } from 'node:crypto';

/** Identifies an event. */
interface NamedEvent {
  readonly action: string;
  /** `subAction` or `type` of the event; null for one without a kind. */
  readonly kind: string | null;
}

/** The display name of an event: `automation.triggered`, `social link`; only the action if it has no kind. */
export function formatEventName({ action, kind }: NamedEvent): string {
  if (kind === null || kind === action) return action;
  return kind.includes('.') ? kind : `${action} ${kind}`;
}

/**
 * Creates an id in the form of an Instagram comment id. It is always new, so receivers that deduplicate by it accept
 * each event.
 */
export function createEventId(): string {
  const digits = 13;
  return `1805${String(randomInt(10 ** digits)).padStart(digits, '0')}`;
}
