const LONGEST_NAME = 64;

/** What is wrong with a name of a context or a profile, as the end of a sentence; null when nothing is. */
export function findNameFault(name: string): string | null {
  if (name.length > LONGEST_NAME) return `has ${name.length} letters, and ${LONGEST_NAME} are the most`;
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return null;
  return `is 1 to ${LONGEST_NAME} letters, digits, dots, dashes or underscores, a letter or digit first`;
}
