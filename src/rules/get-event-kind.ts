/**
 * What kind of event it is, by its own fields. Messages have both: whether one was received or sent is not what it is.
 *
 * @returns null for one that has no kinds
 */
export function getEventKind({ subAction, type }: Readonly<Record<string, unknown>>): string | null {
  const kind = subAction ?? type;
  return typeof kind === 'string' ? kind : null;
}
