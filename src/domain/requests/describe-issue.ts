import type * as z from 'zod';

const MISSING = 'is required';
const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  object: 'an object',
  array: 'a list',
};

/** Describes a validation issue for which the schema has no message of its own; used as a parse's `error`. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return issue.input === undefined ? MISSING : `must be ${joinChoices(issue.values.map(String))}`;
    case 'invalid_union':
      return `must be ${joinChoices(getIssueOptions(issue))}`;
    case 'invalid_type':
      if (issue.input === undefined) return MISSING;
      return `must be ${KINDS[issue.expected] ?? `of the kind ${issue.expected}`}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    default:
      return 'is not valid';
  }
}

/** Returns the possible values of the discriminator. */
export function getIssueOptions(issue: object): readonly string[] {
  const options: unknown = 'options' in issue ? issue.options : undefined;
  return Array.isArray(options) ? options.map(String) : [];
}

function joinChoices(values: readonly string[]): string {
  return values.length === 1 ? `exactly "${values.join()}"` : `one of ${values.join(', ')}`;
}
