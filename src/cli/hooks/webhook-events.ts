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
