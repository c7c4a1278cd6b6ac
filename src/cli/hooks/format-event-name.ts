/** What an event is known by. */
interface NamedEvent {
  readonly action: string;
  /** `subAction` or `type` of the event; null for one without a kind. */
  readonly kind: string | null;
}

/** What people call an event: `automation.triggered`, `social link`; the action alone where it has no kind. */
export function formatEventName({ action, kind }: NamedEvent): string {
  if (kind === null || kind === action) return action;
  return kind.includes('.') ? kind : `${action} ${kind}`;
}
