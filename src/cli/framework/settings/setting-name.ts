const LONGEST_NAME = 64;

/** Describes what is wrong with a name of a context or a profile; null when it is valid. */
export function findNameFault(name: string): string | null {
  if (name.length > LONGEST_NAME) return `has ${name.length} characters; at most ${LONGEST_NAME} are allowed`;
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return null;
  return `must be 1 to ${LONGEST_NAME} letters, digits, dots, dashes or underscores, and start with a letter or digit`;
}
