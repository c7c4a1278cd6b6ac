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
