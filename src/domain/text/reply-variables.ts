import { fillVariables } from './fill-variables.ts';

/** The names in double braces that a reply may have; they are filled for each comment by the names of its writer. */
export const REPLY_VARIABLES: ReadonlyMap<string, string> = new Map([
  ['handle', 'handle'],
  ['name', 'name'],
]);

/**
 * Fills a reply for the person who gets it. `{{name}}` is the handle where the network gives no name; a handle is never a
 * name.
 *
 * @returns the first name that the text has and the network does not give, too; null for none
 */
export function fillReplyVariables(
  typed: string,
  { handle, name }: { readonly handle: string | null; readonly name: string | null },
): { text: string; missing: string | null } {
  const values = new Map([
    ['handle', cleanName(handle)],
    ['name', cleanName(name) || cleanName(handle)],
  ]);
  const { text, empty } = fillVariables(typed, values);
  return { text, missing: empty[0] ?? null };
}

/** A name of a stranger in a line of ours: without line breaks, controls, and marks that turn the direction of what follows. */
function cleanName(name: string | null): string {
  return (name ?? '')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
