/**
 * Returns the kind of an event from its own fields. Message events have both fields: there, `type` only tells
 * received from sent.
 *
 * @returns null for an event without kinds
 */
export function getEventKind({ subAction, type }: Readonly<Record<string, unknown>>): string | null {
  const kind = subAction ?? type;
  return typeof kind === 'string' ? kind : null;
}

/**
 * The display name of an event: `automation.triggered`, `social link`; only the action if it has no kind.
 *
 * @param kind `subAction` or `type` of the event
 */
export function formatEventName({ action, kind }: { action: string; kind: string | null }): string {
  if (kind === null || kind === action) return action;
  return kind.includes('.') ? kind : `${action} ${kind}`;
}
