interface FilledText {
  text: string;
  /** The names in double braces that are no variable, and those whose value is empty. */
  unknown: readonly string[];
  empty: readonly string[];
}

/** `{{{{` and `}}}}` are literal braces. */
const VARIABLE = /\{\{\{\{|\}\}\}\}|\{\{([^{}]*)\}\}/g;

/**
 * Replaces `{{name}}` by the value of a variable, in any case of its name. A value is not searched for variables.
 *
 * @param variables values by name, in lower case
 */
export function fillVariables(text: string, variables: ReadonlyMap<string, string>): FilledText {
  const unknown: string[] = [];
  const empty: string[] = [];
  const filled = text.replaceAll(VARIABLE, (all, name: string | undefined) => {
    if (name === undefined) return all.slice(2);
    const value = variables.get(normalizeName(name));
    if (value === undefined) unknown.push(name.trim());
    else if (value.trim() === '') empty.push(name.trim());
    return value ?? all;
  });
  return { text: filled, unknown, empty };
}

/** Writes braces so that {@link fillVariables} reads the text as it is. */
export function escapeVariables(text: string): string {
  return text.replaceAll(/\{\{|\}\}/g, (braces) => braces + braces);
}

/** The names of the variables that a text uses, in lower case. */
export function listVariables(text: string): readonly string[] {
  return text
    .matchAll(VARIABLE)
    .flatMap(([, name]) => (name === undefined ? [] : [normalizeName(name)]))
    .toArray();
}

/** A name without blanks around it, in lower case. */
export function normalizeName(name: string): string {
  return name.trim().toLowerCase();
}
